import { isObject } from '../../../../document/index.js'
import { rewrite, rewriteSchemas } from './walk.js'

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, one]) => [key, reversed(one)]),
  )
}

/** The members of every object in the reverse order, those of data too. */
export function reverseMembers(root: unknown): unknown {
  return reversed(root)
}

/** The members of every object by their names. */
export function sortMembers(root: unknown): unknown {
  if (Array.isArray(root)) return root.map(sortMembers)
  if (!isObject(root)) return root
  const byName = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1)
  return Object.fromEntries(
    Object.entries(root)
      .sort(byName)
      .map(([key, value]) => [key, sortMembers(value)]),
  )
}

type Reorder = (list: readonly unknown[]) => unknown[]

const reorderMembers = (
  value: Record<string, unknown>,
  keys: readonly string[],
  reorder: Reorder,
): unknown => {
  const lists = keys.flatMap((key) => {
    const list = value[key]
    return Array.isArray(list) ? [[key, reorder(list)] as const] : []
  })
  return { ...value, ...Object.fromEntries(lists) }
}

const unordered: Readonly<Record<string, readonly string[]>> = {
  schema: ['required', 'enum', 'type', 'allOf', 'anyOf', 'oneOf', 'examples', 'x-extensible-enum'],
  document: ['tags', 'security'],
  operation: ['tags', 'security', 'parameters'],
  pathItem: ['parameters'],
}

const scopesReordered = (value: Record<string, unknown>, reorder: Reorder): Record<string, unknown> =>
  Array.isArray(value['security'])
    ? {
        ...value,
        security: value['security'].map((one: unknown) =>
          isObject(one)
            ? Object.fromEntries(
                Object.entries(one).map(([key, list]) => [key, Array.isArray(list) ? reorder(list) : list]),
              )
            : one,
        ),
      }
    : value

/** Every list whose order means nothing in another order. */
export function reorderLists(root: unknown, reorder: Reorder): unknown {
  return rewrite(root, (value, { kind }) => {
    const keys = unordered[kind]
    return keys === undefined ? value : reorderMembers(scopesReordered(value, reorder), keys, reorder)
  })
}

/** Backwards. */
export const backwards: Reorder = (list) => [...list].reverse()

/** The first at the end. */
export const rotated: Reorder = (list) => [...list.slice(1), ...list.slice(0, 1)]

/** Every second one after the others. */
export const interleaved: Reorder = (list) => [
  ...list.filter((_, index) => index % 2 === 1),
  ...list.filter((_, index) => index % 2 === 0),
]

/** Items of lists twice, where that means nothing. */
export function repeatItems(root: unknown): unknown {
  const twice: Reorder = (list) => [...list, ...list.slice(0, 1)]
  return rewriteSchemas(root, (value) => reorderMembers(value, ['required', 'enum', 'allOf', 'anyOf'], twice))
}
