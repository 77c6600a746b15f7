import { isObject, resolvePointer } from '../../../document/index.js'
import type { Direction } from '../../../generator/model/document.js'

type Schema = Readonly<Record<string, unknown>>

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const map = (value: unknown): Schema => (isObject(value) ? value : {})
const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, sorted(member)])
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const isOfType = (value: unknown, type: unknown): boolean =>
  type === 'integer' ? Number.isInteger(value) : typeOf(value) === type

/**
 * An independent judge for OpenAPI 3.0 schemas: an interpreter of the keywords that `documents` use. It shares only
 * the resolving of pointers with the generator.
 */
export class Interpreter {
  readonly #root: unknown
  readonly #direction: Direction

  constructor(root: unknown, direction: Direction) {
    this.#root = root
    this.#direction = direction
  }

  /** Whether a value satisfies a schema. */
  accepts(schema: unknown, value: unknown): boolean {
    if (typeof schema === 'boolean') return schema
    const node = map(schema)
    if (node['nullable'] === true && value === null) return true
    if (typeof node['$ref'] === 'string') return this.accepts(resolvePointer(this.#root, node['$ref']), value)
    return this.#asAny(node, value) && this.#asNumber(node, value) && this.#asHolder(node, value)
  }

  #asAny(node: Schema, value: unknown): boolean {
    if ('type' in node && !isOfType(value, node['type'])) return false
    if ('enum' in node && !list(node['enum']).some((one) => same(one, value))) return false
    const matches = (branches: unknown): number =>
      list(branches).filter((branch) => this.accepts(branch, value)).length
    if (matches(node['allOf']) < list(node['allOf']).length) return false
    if ('anyOf' in node && matches(node['anyOf']) === 0) return false
    if ('oneOf' in node && matches(node['oneOf']) !== 1) return false
    return !('not' in node && this.accepts(node['not'], value))
  }

  #asNumber(node: Schema, value: unknown): boolean {
    if (typeof value === 'string') {
      const length = Array.from(value).length
      return length >= Number(node['minLength'] ?? 0) && length <= Number(node['maxLength'] ?? Infinity)
    }
    if (typeof value !== 'number') return true
    const low = Number(node['minimum'] ?? -Infinity)
    if (value < low || (node['exclusiveMinimum'] === true && value === low)) return false
    const isInRange = node['format'] !== 'int32' || (Number.isInteger(value) && value === (value | 0))
    return value <= Number(node['maximum'] ?? Infinity) && isInRange
  }

  #asHolder(node: Schema, value: unknown): boolean {
    if (Array.isArray(value)) return this.#asList(node, value)
    if (!isObject(value)) return true
    const properties = map(node['properties'])
    const mark = this.#direction === 'request' ? 'readOnly' : 'writeOnly'
    const isOwed = (name: unknown): boolean => map(map(properties)[String(name)])[mark] !== true
    const isMissing = (name: unknown): boolean => isOwed(name) && !Object.hasOwn(value, String(name))
    if (list(node['required']).some(isMissing)) return false
    const closed = node['additionalProperties'] === false && this.#direction === 'response'
    const others = closed ? true : (node['additionalProperties'] ?? true)
    return Object.entries(value).every(([name, member]) =>
      this.accepts(Object.hasOwn(properties, name) ? properties[name] : others, member),
    )
  }

  #asList(node: Schema, value: readonly unknown[]): boolean {
    if (value.length < Number(node['minItems'] ?? 0)) return false
    if (
      node['uniqueItems'] === true &&
      new Set(value.map((item) => JSON.stringify(sorted(item)))).size < value.length
    )
      return false
    return value.every((item) => this.accepts(node['items'] ?? true, item))
  }
}
