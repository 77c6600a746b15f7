import { isObject, segmentsOf } from '../load/pointer.js'
import type { RawObject } from '../model/document.js'
import { isSamePart, type Part } from './parts.js'

type Parts = ReadonlyMap<string, Part>

const nodeOf = (part: Part | undefined): RawObject => {
  const node = part?.nodes.at(-1)
  return isObject(node) ? node : {}
}

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))) : []

const keysOf = (value: unknown): string[] => (isObject(value) ? Object.keys(value) : [])

const code = (text: string): string => `\`${text.replaceAll('`', "'").replaceAll(/[\r\n]+/g, ' ')}\``

const list = (what: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`${what} ${names.map(code).join(', ')}`]

const minus = (from: readonly string[], other: readonly string[]): string[] => {
  const others = new Set(other)
  return from.filter((name) => !others.has(name))
}

/** The branches of a union, by the names of the schemas that they refer to. */
const branchesOf = ({ oneOf, anyOf }: RawObject): string[] =>
  [oneOf, anyOf].flatMap((branches) =>
    (Array.isArray(branches) ? branches : []).flatMap((branch: unknown) => {
      const ref = isObject(branch) ? branch['$ref'] : undefined
      return typeof ref === 'string' ? segmentsOf(ref).slice(-1) : []
    }),
  )

/** What can be said of a schema in a few words: its properties, what it requires, its branches, and the values it lists. */
const schemaChanges = (before: RawObject, now: RawObject): string[] => {
  const [had, has] = [keysOf(before['properties']), keysOf(now['properties'])]
  const same = has.filter((name) => had.includes(name))
  const property = (schema: RawObject, name: string): string =>
    JSON.stringify(isObject(schema['properties']) ? schema['properties'][name] : undefined)
  const [owed, owes] = [namesIn(before['required']), namesIn(now['required'])]
  const [knew, knows] = [namesIn(before['enum']), namesIn(now['enum'])]
  return [
    ...list('new properties', minus(has, had)),
    ...list('properties that are gone', minus(had, has)),
    ...list(
      'changed properties',
      same.filter((name) => property(before, name) !== property(now, name)),
    ),
    ...list('now required', minus(owes, owed)),
    ...list('no longer required', minus(owed, owes)),
    ...list('new branches', minus(branchesOf(now), branchesOf(before))),
    ...list('branches that are gone', minus(branchesOf(before), branchesOf(now))),
    ...list('new values', minus(knows, knew)),
    ...list('values that are gone', minus(knew, knows)),
  ]
}

const isSchema = (pointer: string): boolean => pointer.startsWith('#/components/schemas/')
const isOperation = (pointer: string): boolean => /^#\/(paths|webhooks)\/[^/]+\/[^/]+$/.test(pointer)

const labelOf = (pointer: string, part: Part | undefined): string => {
  const [, second = '', third = ''] = segmentsOf(pointer)
  if (isSchema(pointer)) return code(third)
  const { operationId } = nodeOf(part)
  const place = `${third.toUpperCase()} ${second}`
  return typeof operationId === 'string'
    ? `${code(operationId)} (${place.replaceAll(/[\r\n]+/g, ' ')})`
    : code(place)
}

interface Comparison {
  readonly before: Parts
  readonly now: Parts
  readonly inherited: ReadonlySet<string>
}

const section = (
  title: string,
  { before, now, inherited }: Comparison,
  belongs: (pointer: string) => boolean,
): string[] => {
  const pointers = [...new Set([...before.keys(), ...now.keys()])].filter(belongs).toSorted()
  const added = pointers.filter((pointer) => !before.has(pointer))
  const removed = pointers.filter((pointer) => !now.has(pointer))
  const both = pointers.filter(
    (pointer) => before.has(pointer) && now.has(pointer) && !inherited.has(pointer),
  )
  const isOwn = (pointer: string): boolean => {
    const part = now.get(pointer)
    return part !== undefined && !isSamePart(part, before.get(pointer))
  }
  const changed = both.filter(isOwn).map((pointer) => {
    const details = isSchema(pointer)
      ? schemaChanges(nodeOf(before.get(pointer)), nodeOf(now.get(pointer)))
      : []
    return `- ${labelOf(pointer, now.get(pointer))}${details.length === 0 ? '' : `: ${details.join('; ')}`}`
  })
  const through = both
    .filter((pointer) => !isOwn(pointer))
    .map((pointer) => `- ${labelOf(pointer, now.get(pointer))}`)
  const block = (heading: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`### ${heading}`, '', ...lines, '']
  const blocks = [
    ...block(
      'New',
      added.map((pointer) => `- ${labelOf(pointer, now.get(pointer))}`),
    ),
    ...block(
      'Gone',
      removed.map((pointer) => `- ${labelOf(pointer, before.get(pointer))}`),
    ),
    ...block('Changed', changed),
    ...block('Changed in what they refer to', through),
  ]
  return blocks.length === 0 ? [] : [`## ${title}`, '', ...blocks]
}

/** What a user of one version meets in the next, as Markdown: operations, then schemas. */
export function migrationText(from: string, to: string, comparison: Comparison): string {
  const sections = [
    ...section('Operations', comparison, isOperation),
    ...section('Schemas', comparison, isSchema),
  ]
  const body = sections.length === 0 ? ['Operations and schemas are the same.', ''] : sections
  return [
    '<!-- Generated by rampart. Do not edit: run "rampart generate" again. -->',
    `# From ${from} to ${to}`,
    '',
    ...body,
  ].join('\n')
}
