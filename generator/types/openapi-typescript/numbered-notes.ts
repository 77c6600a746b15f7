import { isMethod, isObject, type Location, locationsOf } from '../../../document/index.js'
import { notesOf } from '../declarations/comments.js'
import { shortNotes } from '../declarations/notes.js'

// Members that the library makes comments of, or that only take time: examples may hold anything.
const prose = [
  'title',
  'summary',
  'description',
  'format',
  'deprecated',
  'example',
  'examples',
  'externalDocs',
] as const

const isOperation = ({ path, kind }: Location): boolean =>
  kind === 'object' && isMethod(path.at(-1) ?? '') && /^(paths|webhooks|components)$/.test(path[0] ?? '')

const isWritable = (node: unknown): node is Record<string, unknown> => isObject(node)

/**
 * Takes the prose out of a document, and leaves the number of the lines that say the same in our words. The library
 * prints the number into a comment, where `numberIn` finds it again.
 * @param root changed in place
 */
export function numberNotes(root: object): readonly (readonly string[])[] {
  const notes: (readonly string[])[] = []
  const seen = new Set<unknown>()
  for (const location of locationsOf(root)) {
    const { node } = location
    const isNoted = location.kind === 'schema' || location.kind === 'object'
    if (!isNoted || !isWritable(node) || seen.has(node)) continue
    seen.add(node)
    const lines = isOperation(location) ? shortNotes(node) : notesOf(node)
    for (const keyword of prose) delete node[keyword]
    if ('default' in node) node['default'] = true
    if (lines.length > 0) node['description'] = `#${notes.push(lines) - 1}`
  }
  return notes
}

/** The number that a comment of the library holds. */
export function numberIn(comment: string): number | undefined {
  const number = /@description #(\d+)/.exec(comment)?.[1]
  return number === undefined ? undefined : Number(number)
}
