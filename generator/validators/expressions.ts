import { createHash } from 'node:crypto'
import { type Code, Name } from 'ajv'
import { _Code, type CodeItem, IDENTIFIER } from 'ajv/dist/compile/codegen/code.js'
import type { NameValue } from 'ajv/dist/compile/codegen/scope.js'
import { isObject, judgePattern, member } from '../../document/index.js'
import type { formats } from '../../runtime/formats.js'
import { literalOf } from '../types/declarations.js'
import { N } from './ajv-modules.js'
import { found } from './failures.js'
import { ConstantName, type Expression, RuntimeName, unknown } from './statements.js'

const leastDigits = 8

// A lone surrogate cannot be written to a file.
const isWritable = (text: string): boolean => !/\p{Surrogate}/u.test(text)

const patternCode = (pattern: RegExp): string =>
  isWritable(pattern.source)
    ? String(pattern)
    : `/*@__PURE__*/ new RegExp(${JSON.stringify(pattern.source)}, ${JSON.stringify(pattern.flags)})`

/** Lists and patterns of a module, named by content, so that other edits rename none. */
export class Constants {
  readonly #byCode = new Map<string, ConstantName>()
  readonly #taken = new Set<string>()

  /** A list of JSON values, or another JSON value. */
  value(value: unknown): ConstantName {
    return this.expression('value', literalOf(value))
  }

  set(values: readonly unknown[]): ConstantName {
    return this.expression('set', `/*@__PURE__*/ new Set(${literalOf(values)})`)
  }

  /** A pattern; one that may be slow is matched by an automaton, or only applied to short texts. */
  pattern(pattern: RegExp): ConstantName {
    const judgement = judgePattern(pattern.source, pattern.flags)
    if (typeof judgement === 'string') return this.expression('pattern', patternCode(pattern))
    if ('most' in judgement) {
      const code = `/*@__PURE__*/ upTo(${judgement.most}, ${patternCode(pattern)})`
      return this.expression('pattern', code, ['upTo'])
    }
    const { columns, ranges, moves, ends } = judgement
    const table = [columns, ranges, moves, ends, ...(pattern.unicode ? [] : [true])]
    const code = table.map((part) => JSON.stringify(part)).join(', ')
    return this.expression('pattern', `/*@__PURE__*/ automaton(${code})`, ['automaton'])
  }

  /** A pattern known to be fast, such as that of a format. */
  trustedPattern(pattern: RegExp): ConstantName {
    return this.expression('pattern', patternCode(pattern))
  }

  /** Any other expression. */
  expression(prefix: string, code: string, imports: readonly string[] = []): ConstantName {
    const known = this.#byCode.get(code)
    if (known) return known
    const digits = createHash('sha256').update(code).digest('hex')
    let length = leastDigits
    let name = `${prefix}_${digits.slice(0, length)}`
    while (this.#taken.has(name)) name = `${prefix}_${digits.slice(0, ++length)}`
    const constant = new ConstantName(name, code, imports)
    this.#taken.add(name)
    this.#byCode.set(code, constant)
    return constant
  }
}

/** The name for the compiled schema in keyword code that reads its values at run time. */
export class SchemaName extends Name {
  constructor(readonly schema: unknown) {
    super('schema')
  }
}

type Item = _Code['_items'][number]

/** The key of the next member access, and the number of items it consists of; undefined if there is none. */
const nextKey = (items: readonly Item[], at: number) => {
  const [first, second, third] = items.slice(at, at + 3)
  if (first === '') return { key: '', length: 1 }
  if (typeof first === 'string' && first.startsWith('.') && IDENTIFIER.test(first.slice(1)))
    return { key: first.slice(1), length: 1 }
  if (first !== '[' || third !== ']') return undefined
  return { key: typeof second === 'string' ? String(JSON.parse(second)) : String(second), length: 3 }
}

const memberOf = (value: unknown, key: string): unknown =>
  Array.isArray(value) ? value[Number(key)] : member(value, key)

/** The constant for a part of the schema. For properties, only the names are ever read. */
const constantOf = (value: unknown, key: string, constants: Constants): ConstantName | string => {
  if (value === undefined) throw new Error(`the schema has no ${key} where its code reads one`)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isNames = key === 'properties' && isObject(value)
  return constants.value(isNames ? Object.fromEntries(Object.keys(value).map((name) => [name, 1])) : value)
}

/** Replaces accesses to the schema in an expression by constants. */
const withConstants = (code: Code, constants: Constants): Code => {
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

const isDeepEqual = (ref: unknown): boolean =>
  typeof ref === 'function' && 'code' in ref && ref.code === 'require("ajv/dist/runtime/equal").default'

/** Names of the formats in the runtime, imported one by one so that bundles contain only those in use. */
const runtimeNames: Readonly<Record<keyof typeof formats, string>> = {
  date: 'isDate',
  'date-time': 'isDateTime',
  time: 'isTime',
  decimal: 'isDecimal',
  uuid: 'isUuid',
  email: 'isEmail',
  uri: 'isUri',
  int32: 'int32',
  uint32: 'uint32',
  int64: 'int64',
  uint64: 'uint64',
}

const isFormat = (name: string): name is keyof typeof formats => Object.hasOwn(runtimeNames, name)

const formatOf = (name: string, format: unknown, constants: Constants): Name => {
  if (format instanceof RegExp) return constants.trustedPattern(format)
  return isFormat(name) ? new RuntimeName(runtimeNames[name]) : unknown(`the format ${name}`)
}

/** The name of a constant of the module, or of the runtime. @throws UnknownCode for other values */
export function scopeName(prefix: string, { ref, key }: NameValue, constants: Constants): Name {
  if (prefix === 'pattern' && ref instanceof RegExp) return constants.pattern(ref)
  if (prefix === 'formats') return formatOf(String(key), ref, constants)
  if (prefix === 'set' && Array.isArray(ref)) return constants.set(ref)
  if (prefix === 'func' && ref === Object.prototype.hasOwnProperty)
    return constants.expression('hasOwn', 'Object.prototype.hasOwnProperty')
  if (prefix === 'func' && isDeepEqual(ref)) return new RuntimeName('deepEqual')
  return unknown(`the ${prefix} ${String(key)}`)
}

const size = new RuntimeName('size')
const checkObject = new RuntimeName('isObject')

const plus = ' + '

/** Code with our names instead of ajv's, and constants instead of accesses to the schema. */
export function readCode(code: Code, constants: Constants): Code {
  if (code === N.vErrors) return found
  if (code instanceof Name && code !== N.errors) return code
  const read = withConstants(code, constants)
  const items: CodeItem[] = []
  for (const item of read instanceof _Code ? read._items : [read]) {
    if (item === N.instancePath) return unknown('a path outside an error')
    if (item === N.errors) items.push(size, '(', found, ')')
    else if (item !== '') items.push(item === N.vErrors ? found : item === '+' ? plus : item)
  }
  return new _Code(withObject(items))
}

/** Replaces ajv's check for an object by a call. */
const withObject = (items: CodeItem[]): CodeItem[] => {
  const [data = '', and, again, not, third, end, ...rest] = items
  const isCheck = and === ' && typeof ' && not === ' == "object" && !Array.isArray(' && end === ')'
  const isOfData = rest.length === 0 && again === data && third === data
  return isCheck && isOfData ? [checkObject, '(', data, ')'] : items
}

/** The same for any expression. */
export function readExpression(expression: Expression, constants: Constants): Expression {
  const isCode = expression instanceof Name || expression instanceof _Code
  return isCode ? readCode(expression, constants) : expression
}
