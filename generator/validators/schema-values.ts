import { type Code, Name } from 'ajv'
import { _Code, IDENTIFIER } from 'ajv/dist/compile/codegen/code.js'
import { isObject } from '../../document/index.js'
import type { Constants } from './constants.js'
import type { ConstantName } from './statements.js'

/** The name for the compiled schema in keyword code that reads its values at run time. */
export class SchemaName extends Name {
  readonly schema: unknown

  constructor(schema: unknown) {
    super('schema')
    this.schema = schema
  }
}

type Item = _Code['_items'][number]

/** The key of the next member access, and the number of items it consists of; undefined if there is none. */
const nextKey = (
  items: readonly Item[],
  at: number,
): { readonly key: string; readonly length: number } | undefined => {
  const [first, second, third] = items.slice(at, at + 3)
  if (first === '') return { key: '', length: 1 }
  if (typeof first === 'string' && first.startsWith('.') && IDENTIFIER.test(first.slice(1)))
    return { key: first.slice(1), length: 1 }
  if (first !== '[' || third !== ']') return undefined
  return { key: typeof second === 'string' ? String(JSON.parse(second)) : String(second), length: 3 }
}

const memberOf = (value: unknown, key: string): unknown => {
  if (Array.isArray(value)) return value[Number(key)]
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** The constant for a part of the schema. For properties, only the names are ever read. */
const constantOf = (value: unknown, key: string, constants: Constants): ConstantName | string => {
  if (value === undefined) throw new Error(`the schema has no ${key} where its code reads one`)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isNames = key === 'properties' && isObject(value)
  return constants.value(isNames ? Object.fromEntries(Object.keys(value).map((name) => [name, 1])) : value)
}

/** Replaces accesses to the schema in an expression by constants. */
export function withConstants(code: Code, constants: Constants): Code {
  if (!(code instanceof _Code) || !code._items.some((item) => item instanceof SchemaName)) return code
  const items: Item[] = []
  for (let at = 0; at < code._items.length; at++) {
    const item = code._items[at]
    if (item === undefined) continue
    if (!(item instanceof SchemaName)) {
      items.push(item)
      continue
    }
    let value = item.schema
    let last = ''
    for (let next = nextKey(code._items, at + 1); next; next = nextKey(code._items, at + 1)) {
      if (next.key !== '') value = memberOf(value, next.key)
      if (next.key !== '') last = next.key
      at += next.length
    }
    items.push(constantOf(value, last, constants))
  }
  return new _Code(items)
}
