import { entriesOf, isMethod, isObject, pointerOf } from '../../../document/index.js'
import type { RawObject } from '../../model/document.js'
import { notesOf, pointerNote } from './comments.js'
import { otherKinds } from './model.js'

/** Comments of a component or an operation at its declaration. */
export function notesAt(node: unknown, ...path: readonly string[]): readonly string[] {
  return [...notesOf(node), pointerNote(pointerOf(...path))]
}

/** Comments of a path or webhook; its operations have their own. */
export function itemNotes(item: unknown): readonly string[] {
  const { summary, description }: RawObject = isObject(item) ? item : {}
  return notesOf({ summary, description })
}

/** Comments in a path item for an operation that is declared elsewhere. */
export function shortNotes({ summary, deprecated }: RawObject): readonly string[] {
  return notesOf({ summary, deprecated })
}

const componentKinds = ['schemas', ...otherKinds] as const

/** Comments of all declarations, by kind and name. */
export function topNotes(root: RawObject): (kind: string, name: string) => readonly string[] {
  const notes = new Map<string, readonly string[]>()
  const components: RawObject = isObject(root['components']) ? root['components'] : {}
  for (const kind of componentKinds) {
    for (const [name, node] of entriesOf(components[kind]))
      notes.set(`${kind} ${name}`, notesAt(node, 'components', kind, name))
  }
  const items = [
    ...['paths', 'webhooks'].flatMap((kind) =>
      entriesOf(root[kind]).map(([name, item]) => ({ at: [kind, name], item })),
    ),
    ...entriesOf(components['pathItems']).map(([name, item]) => ({
      at: ['components', 'pathItems', name],
      item,
    })),
  ]
  for (const { at, item } of items) {
    if (at.length === 2) notes.set(at.join(' '), itemNotes(item))
    for (const [method, node] of entriesOf(item)) {
      if (isMethod(method) && isObject(node) && typeof node['operationId'] === 'string')
        notes.set(`operations ${node['operationId']}`, notesAt(node, ...at, method))
    }
  }
  return (kind, name) => notes.get(`${kind} ${name}`) ?? []
}
