import { isObject } from '../../document/index.js'

/** Every pointer where two JSON values differ: `+` added, `-` removed, `~` changed; array items go by index. */
export function difference(before: unknown, after: unknown, pointer = ''): string[] {
  if (Object.is(before, after)) return []
  if (before === undefined) return [`+ ${pointer}`]
  if (after === undefined) return [`- ${pointer}`]
  if (!isTree(before) || !isTree(after) || Array.isArray(before) !== Array.isArray(after))
    return [`~ ${pointer}`]
  const old = new Map(Object.entries(before))
  const now = new Map(Object.entries(after))
  const keys = [...new Set([...old.keys(), ...now.keys()])].toSorted()
  return keys.flatMap((key) => difference(old.get(key), now.get(key), `${pointer}/${escape(key)}`))
}

function isTree(value: unknown): value is object {
  return Array.isArray(value) || isObject(value)
}

function escape(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
