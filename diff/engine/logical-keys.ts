import { isObject, member, textOf } from '../document/json.js'
import { keysOf, lastKey } from '../document/pointer.js'
import { refOf } from '../fragments/references.js'
import type { ComparedDocument } from '../fragments/fragment.js'

const nameOfItem = (item: unknown): string | undefined => {
  const ref = refOf(item)
  if (ref !== undefined) return lastKey(ref)
  const [where, name] = [textOf(member(item, 'in')), textOf(member(item, 'name'))]
  if (where !== undefined && name !== undefined) return `${where} ${name}`
  return name ?? textOf(member(item, 'title')) ?? textOf(member(item, 'url'))
}

const keyOfItem = (list: readonly unknown[], key: string): string => {
  const item = list[Number(key)]
  if (typeof item === 'string' || typeof item === 'number') return String(item)
  return (isObject(item) ? nameOfItem(item) : undefined) ?? key
}

/** A template of a path without the names of its parameters. */
export const withoutParameterNames = (path: string): string => path.replaceAll(/\{[^{}]*\}/g, '{}')

/**
 * The keys of a pointer as they mean something: what a list holds goes by its name instead of its position, and a path
 * goes without the names of its parameters. The same however the document is sorted.
 */
export const logicalKeys = (document: ComparedDocument, pointer: string): string[] => {
  let value: unknown = document.root
  return keysOf(pointer).map((key, index, keys) => {
    const logical = Array.isArray(value) ? keyOfItem(value, key) : key
    value = Array.isArray(value) ? value[Number(key)] : member(value, key)
    return index === 1 && keys[0] === 'paths' ? withoutParameterNames(logical) : logical
  })
}
