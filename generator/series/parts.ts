import { fileName } from '../build/names.js'
import { operationPlaces } from '../build/operations.js'
import { isMethod, methods } from '../load/methods.js'
import { isObject, pointerOf, segmentsOf } from '../load/pointer.js'
import { collectReferences } from '../load/references.js'
import type { LoadedDocument } from '../model/document.js'

/** What of a document is printed, or taken over from the version before, as a whole. */
export interface Part {
  /** The part as it stands, with what decides about the names that it is printed under. */
  readonly text: string
  /** The parts that it refers to, by pointer. */
  readonly uses: Set<string>
}

const itemSections = new Set(['paths', 'webhooks'])

/**
 * The part that a place of a document belongs to: a component, an operation, what the operations of a path have in
 * common, or a whole field of the root.
 */
export function partAt([root = '', second, third]: readonly string[]): string {
  if (second === undefined) return pointerOf(root)
  if (root === 'components') return third === undefined ? pointerOf(root) : pointerOf(root, second, third)
  if (!itemSections.has(root)) return pointerOf(root)
  return third !== undefined && isMethod(third) ? pointerOf(root, second, third) : pointerOf(root, second)
}

const membersOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : [])

type Texts = [pointer: string, content: unknown][]

/** The operations of a section, and of each path what they have in common. */
const itemTexts = (document: LoadedDocument, section: 'paths' | 'webhooks'): Texts => {
  const { root, dialect } = document
  // What an operation takes from the root unless it says otherwise.
  const defaults = [dialect, root['security'], root['servers']]
  const names = new Map(
    operationPlaces(document, section).map(({ name, path, method }) => [pointerOf(path, method), name]),
  )
  return membersOf(root[section]).flatMap(([path, item]): Texts => {
    const members = membersOf(item)
    const shared = members.filter(([key]) => !isMethod(key))
    // The operations of an item that stands elsewhere have no part of their own: their names go with the item.
    const elsewhere =
      '$ref' in Object.fromEntries(shared) ? methods.map((method) => names.get(pointerOf(path, method))) : []
    const operations = members
      .filter(([key]) => isMethod(key))
      .map(([key, node]): Texts[number] => [
        pointerOf(section, path, key),
        [names.get(pointerOf(path, key)), node],
      ])
    return operations.concat([[pointerOf(section, path), [defaults, shared, elsewhere]]])
  })
}

/** The components of a kind. Names that are alike once made safe are told apart by all of them. */
const componentTexts = (kind: string, members: [string, unknown][], dialect: string): Texts => {
  const safe = (name: string): string => fileName(name).toLowerCase()
  const alike = new Map<string, string[]>()
  for (const [name] of members) alike.set(safe(name), [...(alike.get(safe(name)) ?? []), name])
  return members.map(([name, node]) => [
    pointerOf('components', kind, name),
    [dialect, alike.get(safe(name))?.toSorted(), node],
  ])
}

const textsOf = (document: LoadedDocument): Texts => {
  const { root, dialect } = document
  const others = Object.entries(root).filter(([key]) => key !== 'components' && !itemSections.has(key))
  return [
    ...itemTexts(document, 'paths'),
    ...itemTexts(document, 'webhooks'),
    ...membersOf(root['components']).flatMap(([kind, members]) =>
      componentTexts(kind, membersOf(members), dialect),
    ),
    ...others.map(([key, node]): Texts[number] => [pointerOf(key), node]),
  ]
}

/** All parts of a document, by pointer. */
export function partsOf(document: LoadedDocument): Map<string, Part> {
  const parts = new Map<string, Part>(
    textsOf(document).map(([pointer, content]) => [
      pointer,
      { text: JSON.stringify(content) ?? '', uses: new Set() },
    ]),
  )
  for (const [pointer, { uses }] of parts) {
    const [section = '', path = '', method] = segmentsOf(pointer)
    if (!itemSections.has(section) || method === undefined) continue
    uses.add(pointerOf(section, path))
  }
  for (const { ref, path } of collectReferences(document.root)) {
    const target = segmentsOf(ref)
    const { uses } = parts.get(partAt(path)) ?? {}
    uses?.add(partAt(target))
    // Whoever refers to a whole path refers to its operations too.
    if (target.length === 2) for (const method of methods) uses?.add(pointerOf(...target, method))
  }
  return parts
}
