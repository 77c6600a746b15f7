import { collectReferences, isMethod, isObject, pointerOf, segmentsOf } from '../../document/index.js'
import type { RawObject } from '../model/document.js'

/** An operation or a component of a document. */
export interface Section {
  readonly node: unknown
  /** Its own content as text, for comparing. */
  readonly text: string
  /** Pointers of the sections that it refers to. */
  readonly uses: ReadonlySet<string>
}

/** All operations and components of a document, by pointer. */
export type Sections = ReadonlyMap<string, Section>

const membersOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : [])

const operationsIn = (root: RawObject, key: 'paths' | 'webhooks'): [string, Section][] =>
  membersOf(root[key]).flatMap(([path, item]) => {
    const members = membersOf(item)
    // Members of a path item belong to each of its operations.
    const common = members.filter(([name]) => !isMethod(name))
    return members
      .filter(([name]) => isMethod(name))
      .map(([method, node]): [string, Section] => [
        pointerOf(key, path, method),
        { node, text: JSON.stringify([node, common]), uses: new Set() },
      ])
  })

const componentsIn = (root: RawObject): [string, Section][] =>
  membersOf(root['components']).flatMap(([kind, members]) =>
    membersOf(members).map(([name, node]): [string, Section] => [
      pointerOf('components', kind, name),
      { node, text: JSON.stringify(node), uses: new Set() },
    ]),
  )

const itemOf = (path: readonly string[]): string => pointerOf(...path.slice(0, 2))

/** The sections that a reference at a path belongs to: next to operations, all operations of the path. */
const owners = (sections: Sections): ((path: readonly string[]) => readonly string[]) => {
  const ofItem = new Map<string, string[]>()
  for (const pointer of sections.keys()) {
    const item = itemOf(segmentsOf(pointer))
    ofItem.set(item, [...(ofItem.get(item) ?? []), pointer])
  }
  return (path) => {
    const own = pointerOf(...path.slice(0, 3))
    return sections.has(own) ? [own] : path[0] === 'components' ? [] : (ofItem.get(itemOf(path)) ?? [])
  }
}

/** The operations and components of a document, with their references. */
export function sectionsOf(root: RawObject): Sections {
  const found = [...operationsIn(root, 'paths'), ...operationsIn(root, 'webhooks'), ...componentsIn(root)]
  const uses = new Map(found.map(([pointer]) => [pointer, new Set<string>()]))
  const sections = new Map(
    found.map(([pointer, one]) => [pointer, { ...one, uses: uses.get(pointer) ?? new Set() }]),
  )
  const ownersOf = owners(sections)
  for (const { ref, path } of collectReferences(root)) {
    const target = pointerOf(...segmentsOf(ref).slice(0, 3))
    for (const owner of ownersOf(path)) uses.get(owner)?.add(target)
  }
  return sections
}

/** Pointers of the sections that are unchanged, including everything that they refer to. */
export function unchangedSections(before: Sections, now: Sections): Set<string> {
  const changed = new Set(
    [...now].flatMap(([pointer, { text }]) => (before.get(pointer)?.text === text ? [] : [pointer])),
  )
  for (const pointer of before.keys()) if (!now.has(pointer)) changed.add(pointer)
  const usersOf = new Map<string, string[]>()
  for (const [pointer, { uses }] of now) {
    for (const used of uses) usersOf.set(used, [...(usersOf.get(used) ?? []), pointer])
  }
  for (const pointer of changed) for (const user of usersOf.get(pointer) ?? []) changed.add(user)
  return new Set([...now.keys()].filter((pointer) => !changed.has(pointer)))
}
