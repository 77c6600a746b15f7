/** The folder before, the set to be written into it, and the folder after: path to content. */
export const before: Record<string, string> = {
  'a.txt': 'old a',
  'drop.txt': 'old drop',
  'keep.txt': 'the same',
  'only-ours/x.txt': 'old x',
  'sub/b.txt': 'old b',
  'sub/notes.md': 'mine',
  'yours/deep/data.bin': 'yours',
}

export const ownedBefore: string[] = ['a.txt', 'drop.txt', 'keep.txt', 'only-ours/x.txt', 'sub/b.txt']

export const files = [
  { path: 'a.txt', content: 'new a' },
  { path: 'keep.txt', content: 'the same' },
  { path: 'sub/b.txt', content: Buffer.from('new b') },
  { path: 'sub/c/d.txt', content: 'new d' },
]

export const after: Record<string, string> = {
  'a.txt': 'new a',
  'keep.txt': 'the same',
  'sub/b.txt': 'new b',
  'sub/c/d.txt': 'new d',
  'sub/notes.md': 'mine',
  'yours/deep/data.bin': 'yours',
}
