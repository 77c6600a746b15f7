import { type Code, Name } from 'ajv'
import { _Code, IDENTIFIER } from 'ajv/dist/compile/codegen/code.js'
import { isObject } from '../../document/index.js'
import type { Constants } from './constants.js'
import type { ConstantName } from './statements.js'

/** The name by which keywords refer to the schema that is compiled, where they need a value of it at run time. */
export class SchemaName extends Name {
  readonly schema: unknown

  constructor(schema: unknown) {
    super('schema')
    this.schema = schema
  }
}

type Item = _Code['_items'][number]

/** The key of a member that is read next, and how many items say so; undefined where none is. */
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

/** The constant of a part of the schema. Of properties only the names are ever asked for. */
const constantOf = (value: unknown, key: string, constants: Constants): ConstantName | string => {
  if (value === undefined) throw new Error(`the schema has no ${key} where its code reads one`)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isNames = key === 'properties' && isObject(value)
  return constants.value(isNames ? Object.fromEntries(Object.keys(value).map((name) => [name, 1])) : value)
}

/** An expression with constants in place of the ways into the schema that it reads. */
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
