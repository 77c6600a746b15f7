import { fileName } from '../build/names.js'
import { operationPlaces } from '../build/operations.js'
import { isMethod, methods } from '../load/methods.js'
import { once } from '../load/once.js'
import { isObject, pointerOf, segmentsOf } from '../load/pointer.js'
import { collectReferences, type Reference } from '../load/references.js'
import type { LoadedDocument } from '../model/document.js'

/** What of a document is printed, or taken over from the version before, as a whole. */
export interface Part {
  /** What decides about the names that it is printed under, as text. */
  readonly head: string
  /** What stands in it: of equal parts of two documents that follow each other the same objects. */
  readonly nodes: readonly unknown[]
  /** The parts that it refers to, by pointer. */
  readonly uses: ReadonlySet<string>
}

/** Whether a part is in itself what it was in the version before. */
export const isSamePart = (part: Part, before: Part | undefined): boolean =>
  before !== undefined &&
  part.head === before.head &&
  part.nodes.length === before.nodes.length &&
  part.nodes.every((node, index) => Object.is(node, before.nodes[index]))

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

type Contents = [pointer: string, content: Pick<Part, 'head' | 'nodes'> & { readonly item?: string }][]

const headOf = (...parts: readonly unknown[]): string => JSON.stringify(parts)

/** The operations of a section, and of each path what they have in common. */
const itemContents = (document: LoadedDocument, section: 'paths' | 'webhooks'): Contents => {
  const { root, dialect } = document
  // What an operation takes from the root unless it says otherwise.
  const defaults = [root['security'], root['servers']]
  const names = new Map(
    operationPlaces(document, section).map(({ name, path, method }) => [pointerOf(path, method), name]),
  )
  return membersOf(root[section]).flatMap(([path, value]): Contents => {
    const members = membersOf(value)
    const shared = members.filter(([key]) => !isMethod(key))
    const item = pointerOf(section, path)
    // The operations of an item that stands elsewhere have no part of their own: their names go with the item.
    const elsewhere =
      '$ref' in Object.fromEntries(shared) ? methods.map((method) => names.get(pointerOf(path, method))) : []
    const operations = members
      .filter(([key]) => isMethod(key))
      .map(([key, node]): Contents[number] => [
        pointerOf(section, path, key),
        { head: headOf(names.get(pointerOf(path, key))), nodes: [node], item },
      ])
    const head = headOf(dialect, elsewhere, Object.keys(Object.fromEntries(shared)))
    const nodes = [...defaults, ...shared.map(([, node]) => node)]
    return operations.concat([[item, { head, nodes }]])
  })
}

/** The components of a kind. Names that are alike once made safe are told apart by all of them. */
const componentContents = (kind: string, members: [string, unknown][], dialect: string): Contents => {
  const safe = (name: string): string => fileName(name).toLowerCase()
  const alike = new Map<string, string[]>()
  for (const [name] of members) alike.set(safe(name), [...(alike.get(safe(name)) ?? []), name])
  return members.map(([name, node]) => [
    pointerOf('components', kind, name),
    { head: headOf(dialect, alike.get(safe(name))?.toSorted()), nodes: [node] },
  ])
}

const contentsOf = (document: LoadedDocument): Contents => {
  const { root, dialect } = document
  const others = Object.entries(root).filter(([key]) => key !== 'components' && !itemSections.has(key))
  return [
    ...itemContents(document, 'paths'),
    ...itemContents(document, 'webhooks'),
    ...membersOf(root['components']).flatMap(([kind, members]) =>
      componentContents(kind, membersOf(members), dialect),
    ),
    ...others.map(([key, node]): Contents[number] => [pointerOf(key), { head: '', nodes: [node] }]),
  ]
}

/** An arrow from the part that holds a reference to those that it leads to. */
interface Use {
  readonly from: string
  readonly to: readonly string[]
}

const useOf = once(({ ref, path }: Reference): Use => {
  const target = segmentsOf(ref)
  // Whoever refers to a whole path refers to its operations too.
  const operations = target.length === 2 ? methods.map((method) => pointerOf(...target, method)) : []
  return { from: partAt(path), to: [partAt(target), ...operations] }
})

/** All parts of a document, by pointer. */
export function partsOf(document: LoadedDocument): Map<string, Part> {
  const uses = new Map<string, Set<string>>()
  const parts = new Map<string, Part>(
    contentsOf(document).map(([pointer, { head, nodes, item }]) => {
      const used = new Set(item === undefined ? [] : [item])
      uses.set(pointer, used)
      return [pointer, { head, nodes, uses: used }]
    }),
  )
  for (const reference of collectReferences(document.root)) {
    const { from, to } = useOf(reference)
    for (const pointer of to) uses.get(from)?.add(pointer)
  }
  return parts
}
