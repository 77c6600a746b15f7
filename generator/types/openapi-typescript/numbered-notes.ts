import { isMethod, isObject, type Location, locationsOf } from '../../../document/index.js'
import { notesOf } from '../declarations/comments.js'
import { shortNotes } from '../declarations/notes.js'

// Members that the library prints as comments, or that only cost time, such as examples.
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
 * Replaces the prose of a document by the number of the corresponding comment lines of ours. The library prints the
 * number as a comment, where `numberIn` finds it.
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

/** The number in a comment printed by the library. */
export function numberIn(comment: string): number | undefined {
  const number = /@description #(\d+)/.exec(comment)?.[1]
  return number === undefined ? undefined : Number(number)
}
