import { _, type Code, Name, nil } from 'ajv'
import { _Code, type CodeItem, IDENTIFIER } from 'ajv/dist/compile/codegen/code.js'
import { not } from 'ajv/dist/compile/codegen/index.js'
import type { NameValue } from 'ajv/dist/compile/codegen/scope.js'
import { createHash } from 'node:crypto'
import { cached, isObject, judgePattern, member } from '../../document/index.js'
import type { formats } from '../../runtime/formats.js'
import { parameterNames, signs } from '../../runtime/validation-errors.js'
import { literalOf } from '../types/declarations.js'
import { N } from './ajv-modules.js'
import {
  type Assign,
  ConstantName,
  eachRead,
  type Expression,
  type FunctionName,
  type If,
  itemsOf,
  RuntimeName,
  type Statement,
  unknown,
} from './statements.js'

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
    return cached(this.#byCode, code, () => {
      const digits = createHash('sha256').update(code).digest('hex')
      let length = leastDigits
      let name = `${prefix}_${digits.slice(0, length)}`
      while (this.#taken.has(name)) name = `${prefix}_${digits.slice(0, ++length)}`
      this.#taken.add(name)
      return new ConstantName(name, code, imports)
    })
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

/** Any expression with our names and constants, as `readCode` makes it. */
export function readExpression(expression: Expression, constants: Constants): Expression {
  const isCode = expression instanceof Name || expression instanceof _Code
  return isCode ? readCode(expression, constants) : expression
}

/** The violations that a function has found so far. */
export const found = new Name('e')
const fail = new RuntimeName('fail')
const done = new RuntimeName('done')
const mistyped = new RuntimeName('mistyped')

/** The error object that ajv creates, with its members accessible. */
export class ErrorCode extends _Code {
  constructor(readonly members: ReadonlyMap<string, Expression | string>) {
    super('{}')
  }
}

/** The single parameter of a keyword's errors; the object of parameters if there are several. */
const parametersOf = (keyword: string, params: Expression | string | undefined): Code | undefined => {
  if (!(params instanceof _Code)) return unknown(`the parameters of ${keyword}`)
  const items = params._items.filter((item) => item !== '')
  const comparison = signs[keyword]
  const name = parameterNames[keyword]
  if (items.length === 1 && items[0] === '{}') return undefined
  const start =
    comparison === undefined ? [`{${name}: `] : ['{comparison: ', JSON.stringify(comparison), ', limit: ']
  const isKnown = start.every((item, index) => items[index] === item) && items.at(-1) === '}'
  if (isKnown) return new _Code(items.slice(start.length, -1))
  return name === undefined && comparison === undefined ? params : unknown(`the parameters of ${keyword}`)
}

/** The path of an error relative to the value that the function validates; callers prepend their own. */
const ownPath = (path: Expression | string | undefined): Code => {
  if (path === N.instancePath) return _`""`
  if (!(path instanceof _Code)) return unknown('the path of an error')
  const [start, plus, ...rest] = path._items.filter((item) => item !== '')
  return start === N.instancePath && plus === '+' ? new _Code(rest) : unknown('the path of an error')
}

/** The last argument of a call, for a schema that is not the unit's own. */
const atOf = (start: string): Code => (start === '"#' ? nil : _`, ${new _Code(`${start}"`)}`)

const callOf = ({ members }: ErrorCode, keyword: string): Code => {
  const schemaPath = members.get('schemaPath')
  const propertyName = members.get('propertyName')
  const end = `/${keyword}"`
  if (!(schemaPath instanceof _Code) || !String(schemaPath).endsWith(end))
    return unknown(`the location of an error of ${keyword}`)
  const params = parametersOf(keyword, members.get('params'))
  const path = ownPath(members.get('instancePath'))
  if (String(path) === '""' && keyword === 'type' && params !== undefined && !(propertyName instanceof Name))
    return _`${mistyped}(${found}, ${params}${atOf(String(schemaPath).slice(0, -end.length))})`
  const call = _`${fail}(${found}, ${path}, ${schemaPath}`
  if (propertyName instanceof Name) return _`${call}, ${params ?? _`undefined`}, ${propertyName})`
  return params === undefined ? _`${call})` : _`${call}, ${params})`
}

/** Adds a violation. If only the verdict counts, ajv creates empty errors. */
export function failure(error: Expression): Assign {
  if (!(error instanceof ErrorCode) && String(error) !== '{}') return unknown('an error of another shape')
  const keyword = error instanceof ErrorCode ? String(error.members.get('keyword')) : ''
  const value = error instanceof ErrorCode ? callOf(error, keyword) : _`${fail}(${found}, "", "")`
  return { kind: 'assign', target: found, value }
}

/** The verdict of a function, which keeps the violations that it found. */
export function doneWith(name: FunctionName, violations: Code): Code {
  return _`${done}(${name}, ${violations})`
}

/** The code for a `false` schema, for which ajv's code differs from that of all others. */
export function refusingAll(name: FunctionName): readonly Statement[] {
  return [{ kind: 'plain', code: _`return ${doneWith(name, _`${fail}(null, "", "#/false schema")`)}` }]
}

type Reads = ReadonlyMap<string, number>

const readsOf = (statements: readonly Statement[]): Reads => {
  const reads = new Map<string, number>([[found.str, 1]])
  eachRead(statements, ({ str }) => reads.set(str, (reads.get(str) ?? 0) + 1))
  return reads
}

const tidyIf = (statement: If, reads: Reads): readonly Statement[] => {
  const body = withoutUnread(statement.body, reads)
  const otherwise = withoutUnread(statement.otherwise, reads)
  const { condition } = statement
  if (typeof condition === 'boolean') return condition ? body : otherwise
  if (body.length > 0) return [{ ...statement, body, otherwise }]
  if (otherwise.length === 0) return []
  return [{ ...statement, condition: not(condition), body: otherwise, otherwise: [] }]
}

/** Removes assignments that are never read, and empty blocks. Values in ajv's code have no side effects. */
const withoutUnread = (statements: readonly Statement[], reads: Reads): readonly Statement[] =>
  statements.flatMap((statement): readonly Statement[] => {
    switch (statement.kind) {
      case 'define':
        return reads.has(statement.name.str) ? [statement] : []
      case 'assign':
        return !(statement.target instanceof Name) || reads.has(statement.target.str) ? [statement] : []
      case 'if':
        return tidyIf(statement, reads)
      case 'loop': {
        const body = withoutUnread(statement.body, reads)
        return body.length === 0 ? [] : [{ ...statement, body }]
      }
      case 'plain':
        return [statement]
    }
  })

// Further calls are easier to read one below the other.
const mostNested = 3

/** A function that only makes a few calls one after the other, as one statement. */
const asExpression = (statements: readonly Statement[]): readonly Statement[] => {
  const [start, ...calls] = statements
  const end = calls.pop()
  if (start?.kind !== 'define' || start.name !== found || end?.kind !== 'plain' || calls.length > mostNested)
    return statements
  let items: CodeItem[] = ['null']
  for (const call of calls) {
    if (call.kind !== 'assign' || call.target !== found) return statements
    items = itemsOf(call.value).flatMap((item) => (item === found ? items : item)) as CodeItem[]
  }
  const all = itemsOf(end.code).flatMap((item) => (item === found ? items : item)) as CodeItem[]
  return [{ kind: 'plain', code: new _Code(all) }]
}

/** Removes unused counts and verdicts, with everything computed for them. */
export function tidy(statements: readonly Statement[]): readonly Statement[] {
  let reads = readsOf(statements)
  let kept = withoutUnread(statements, reads)
  for (let next = readsOf(kept); next.size < reads.size; next = readsOf(kept)) {
    reads = next
    kept = withoutUnread(kept, reads)
  }
  return asExpression(kept)
}
