import { isObject, segmentsOf } from '../../document/index.js'
import type { RawObject } from '../model/document.js'
import type { MigrationChapter, MigrationEntry, MigrationValues } from '../render/template-model.js'
import { type Section, type Sections, sectionsOf, unchangedSections } from './sections.js'

const nodeOf = (section: Section | undefined): RawObject => (isObject(section?.node) ? section.node : {})

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

/** The changes of a schema: its properties, required ones, branches, and enum values. */
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

const labelOf = (pointer: string, section: Section | undefined): string => {
  const [, second = '', third = ''] = segmentsOf(pointer)
  if (isSchema(pointer)) return code(third)
  const { operationId } = nodeOf(section)
  const location = `${third.toUpperCase()} ${second}`
  return typeof operationId === 'string'
    ? `${code(operationId)} (${location.replaceAll(/[\r\n]+/g, ' ')})`
    : code(location)
}

interface Comparison {
  readonly before: Sections
  readonly now: Sections
  readonly unchanged: ReadonlySet<string>
}

/** Whether a section itself differs, and not only the sections that it refers to. */
const isOwnChange = (pointer: string, { before, now }: Comparison): boolean =>
  now.get(pointer)?.text !== before.get(pointer)?.text

const entryOf = (pointer: string, { before, now }: Comparison, isDetailed: boolean): MigrationEntry => {
  const [old, section] = [before.get(pointer), now.get(pointer)]
  const details = isDetailed && isSchema(pointer) ? schemaChanges(nodeOf(old), nodeOf(section)) : []
  return { label: labelOf(pointer, section ?? old), details: details.join('; ') }
}

const chapterOf = (
  title: string,
  comparison: Comparison,
  belongs: (pointer: string) => boolean,
): MigrationChapter => {
  const { before, now, unchanged } = comparison
  const pointers = [...new Set([...before.keys(), ...now.keys()])].filter(belongs).toSorted()
  const both = pointers.filter(
    (pointer) => before.has(pointer) && now.has(pointer) && !unchanged.has(pointer),
  )
  const isOwn = (pointer: string): boolean => isOwnChange(pointer, comparison)
  const groups: readonly (readonly [string, readonly string[]])[] = [
    ['New', pointers.filter((pointer) => !before.has(pointer))],
    ['Gone', pointers.filter((pointer) => !now.has(pointer))],
    ['Changed', both.filter(isOwn)],
    ['Changed in what they refer to', both.filter((pointer) => !isOwn(pointer))],
  ]
  const filled = groups.filter(([, found]) => found.length > 0)
  return {
    title,
    groups: filled.map(([heading, found]) => ({
      heading,
      entries: found.map((pointer) => entryOf(pointer, comparison, heading === 'Changed')),
    })),
  }
}

/** A version, by the name of its folder. */
interface Version {
  readonly name: string
  readonly root: RawObject
}

/** The changes for users who upgrade from one version to the next: operations, then schemas. */
export function migrationOf(from: Version, to: Version): MigrationValues {
  const [before, now] = [sectionsOf(from.root), sectionsOf(to.root)]
  const comparison = { before, now, unchanged: unchangedSections(before, now) }
  const chapters = [
    chapterOf('Operations', comparison, isOperation),
    chapterOf('Schemas', comparison, isSchema),
  ]
  return { from: from.name, to: to.name, chapters: chapters.filter(({ groups }) => groups.length > 0) }
}
