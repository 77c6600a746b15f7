import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../e2e/cli.js'

/** One step of a recipe: a file that is written, or text that is put before, after or in place of a line of one. */
interface Step {
  readonly file: string
  readonly anchor?: { readonly side: 'before' | 'after' | 'replace'; readonly text: string }
  readonly text: string
}

const fence =
  /^```\w+ (?<file>\S+)(?: (?<side>before|after|replace)="(?<anchor>[^"]+)")?\n(?<text>.*?)^```$/gms

/** The steps under a heading of CONTRIBUTING.md: its blocks of code that name a file. */
export function stepsUnder(markdown: string, heading: string): readonly Step[] {
  const section = markdown.split(/^## /m).find((text) => text.startsWith(`${heading}\n`))
  if (section === undefined) throw new Error(`CONTRIBUTING.md has no heading "${heading}"`)
  return [...section.matchAll(fence)].map(({ groups = {} }) => {
    const { file = '', side, anchor, text = '' } = groups
    if (anchor === undefined) return { file, text }
    return { file, anchor: { side: side as 'before' | 'after' | 'replace', text: anchor }, text }
  })
}

/** Puts text before, after or in place of the one line that begins with the anchor. */
const inserted = (whole: string, { file, anchor, text }: Step): string => {
  const lines = whole.split('\n')
  const hits = lines.flatMap((line, index) => (line.startsWith(anchor?.text ?? '') ? [index] : []))
  const [at] = hits
  if (at === undefined || hits.length > 1) {
    throw new Error(`${file}: ${hits.length} lines begin with "${anchor?.text}", and one is due`)
  }
  const isReplaced = anchor?.side === 'replace' ? 1 : 0
  lines.splice(anchor?.side === 'after' ? at + 1 : at, isReplaced, text.replace(/\n$/, ''))
  return lines.join('\n')
}

/** Does one step in a copy of the tree. @throws Error if the named file or line does not exist. */
export async function follow(tree: string, step: Step): Promise<void> {
  const file = join(tree, step.file)
  await mkdir(dirname(file), { recursive: true })
  const text = step.anchor === undefined ? step.text : inserted(await readFile(file, 'utf8'), step)
  await writeFile(file, text)
}

/** A copy of the tracked files and of the build, so that a build in it only builds changed files. */
export async function copyOfTree(): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'rampart-recipes-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
  const isNeeded = (file: string): boolean => file !== '' && !/^(tests|bench|docs\/decisions)\//.test(file)
  for (const file of listed.split('\0').filter(isNeeded)) {
    await cp(join(root, file), join(tree, file), { recursive: true, force: true }).catch((cause: unknown) => {
      // A file that was deleted and not committed yet.
      if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
    })
  }
  for (const built of ['dist', 'generated'])
    await cp(join(root, built), join(tree, built), { recursive: true })
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
  return tree
}
