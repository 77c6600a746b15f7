import { isObject, member, textOf } from '../json/values.js'
import { keysOf, lastKey } from '../pointers/pointer.js'
import { refOf } from '../references/follow.js'

const nameOfItem = (item: unknown): string | undefined => {
  const ref = refOf(item)
  if (ref !== undefined) return lastKey(ref)
  const [location, name] = [textOf(member(item, 'in')), textOf(member(item, 'name'))]
  if (location !== undefined && name !== undefined) return `${location} ${name}`
  return name ?? textOf(member(item, 'title')) ?? textOf(member(item, 'url'))
}

const keyOfItem = (list: readonly unknown[], key: string): string => {
  const item = list[Number(key)]
  if (typeof item === 'string' || typeof item === 'number') return String(item)
  return (isObject(item) ? nameOfItem(item) : undefined) ?? key
}

/** A path template without the names of its parameters. */
export function bareTemplate(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}')
}

/**
 * The keys of a pointer, with items of lists identified by name instead of position and paths without the names of
 * parameters, so that they do not depend on the order of the document.
 */
export function logicalKeys(root: unknown, pointer: string): string[] {
  let value: unknown = root
  return keysOf(pointer).map((key, index, keys) => {
    const logical = Array.isArray(value) ? keyOfItem(value, key) : key
    value = Array.isArray(value) ? value[Number(key)] : member(value, key)
    return index === 1 && keys[0] === 'paths' ? bareTemplate(logical) : logical
  })
}
