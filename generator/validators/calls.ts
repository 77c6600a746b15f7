import type { Name } from 'ajv'
import { _Code, type CodeItem } from 'ajv/dist/compile/codegen/code.js'
import { found } from './failures.js'
import {
  type Assign,
  ConstantName,
  FunctionName,
  type If,
  itemsOf,
  RuntimeName,
  type Statement,
} from './statements.js'

const need = new RuntimeName('need')
const needText = new RuntimeName('needText')
const tagged = new RuntimeName('tagged')
const text = new RuntimeName('text')
const list = new RuntimeName('list')
const may = new RuntimeName('may')
const mayNull = new RuntimeName('mayNull')
const each = new RuntimeName('each')

const assigned = (...items: CodeItem[]): Assign => ({
  kind: 'assign',
  target: found,
  operator: '=',
  value: new _Code(items),
})

const textOf = (statement: Statement | undefined): string =>
  statement?.kind === 'assign' && statement.target === found ? String(statement.value) : ''

const itemsIn = (statement: Statement | undefined): readonly CodeItem[] =>
  statement?.kind === 'assign' ? (itemsOf(statement.value) as readonly CodeItem[]) : []

const mistyped =
  /^mistyped\(e, "string"(?:, "(#[^"\\]*)")?\)$|^fail\(e, ("[^"\\]*"), "(#[^"\\]*)\/type", "string"\)$/

const mistypedList =
  /^mistyped\(e, "array"(?:, "(#[^"\\]*)")?\)$|^fail\(e, "([^"\\]*)", "(#[^"\\]*)\/type", "array"\)$/

const onlyOf = ({ body, otherwise }: If): Statement | undefined =>
  body.length === 1 && otherwise.length === 0 ? body[0] : undefined

/** What a condition allows of text: a constant, or a set of them. */
const knownIn = (condition: If['condition'], value: string): CodeItem | undefined => {
  const [, constant] = new RegExp(`^("(?:[^"\\\\]|\\\\.)*") !== ${value}$`).exec(String(condition)) ?? []
  if (constant !== undefined) return new _Code(constant)
  const set = itemsOf(condition).find((item) => item instanceof ConstantName)
  return set && String(condition).replaceAll(/[()]/g, '') === `!${set.str}.has${value}` ? set : undefined
}

/** Text of which some values are allowed: the check of its type and that of its value, as one call. */
const textCall = (typed: Statement, limited: Statement | undefined): Assign | undefined => {
  if (typed.kind !== 'if' || limited?.kind !== 'if') return undefined
  const [, value] = /^typeof (\w+) !== "string"$/.exec(String(typed.condition)) ?? []
  const [isMistyped, root = '#', path = '""', at = root] = mistyped.exec(textOf(onlyOf(typed))) ?? []
  if (value === undefined || isMistyped === undefined) return undefined
  const known = knownIn(limited.condition, value)
  const keyword = known instanceof ConstantName ? 'enum' : 'const'
  const wrong = textOf(onlyOf(limited))
  if (!known || wrong !== `fail(e, ${path}, "${at}/${keyword}", ${String(known)})`) return undefined
  const name = itemsOf(typed.condition).find((item) => String(item) === value) as Name
  const where = path === '""' && at === '#' ? '' : `, ${path}, "${at}"`
  return assigned(text, '(', found, ', ', name, ', ', known, `${where})`)
}

/** The one call of a block, which may name the value first. */
const callIn = (block: readonly Statement[]): Statement | undefined => {
  const [first, second] = block
  const isAliased = first?.kind === 'define' && first.isAlias
  return block.length === (isAliased ? 2 : 1) ? (isAliased ? second : first) : undefined
}

/** A value that has to be a list of which one unit checks the items, as one call. */
const listCall = ({ condition, body, otherwise }: If): Assign | undefined => {
  const [isList, value, end] = itemsOf(condition) as readonly CodeItem[]
  const [only, ...others] = body
  const items = itemsIn(only)
  if (isList !== 'Array.isArray(' || end !== ')' || others.length > 0 || otherwise.length !== 1)
    return undefined
  const [, path] = /^each\(e, [^,]+, [^,]+, "(.*)\/"\)$/.exec(textOf(only)) ?? []
  const [isMistyped, root = '#', own = '', at = root] = mistypedList.exec(textOf(otherwise[0])) ?? []
  const unit = items.find((item) => item instanceof FunctionName)
  if (!unit || value === undefined || isMistyped === undefined || own !== path || items[4] !== value)
    return undefined
  const where = own === '' && at === '#' ? '' : `, "${own}", "${at}"`
  return assigned(list, '(', found, ', ', value, ', ', unit, `${where})`)
}

/** What a block allows of the text of one required member, if that is all that it checks. */
const memberText = (block: readonly Statement[], at: string, key: string): CodeItem | undefined => {
  const items = itemsIn(callIn(block))
  return items[0] === text && items.at(-1) === `, "/${key}", "${at}/properties/${key}")`
    ? items.at(-2)
    : undefined
}

/** The unit of a block that only checks one member, and the end of the path. */
const memberCheck = (block: readonly Statement[]): { unit: CodeItem; path: string } | undefined => {
  const call = callIn(block)
  const [, path] = /^check\(e, [^,]+, [^,]+, ("\/[\w-]+")\)$/.exec(textOf(call)) ?? []
  const unit = itemsIn(call).find((item) => item instanceof FunctionName)
  return unit !== undefined && path !== undefined ? { unit, path } : undefined
}

/** The same for a member that may be null. */
const memberOrNull = (block: readonly Statement[]): { unit: CodeItem; key: string } | undefined => {
  const call = callIn(block)
  const [, key] =
    /^orNull\(e, [^,]+, [^,]+, "\/([\w-]+)", "#\/properties\/\1\/anyOf"\)$/.exec(textOf(call)) ?? []
  const unit = itemsIn(call).find((item) => item instanceof FunctionName)
  return unit !== undefined && key !== undefined ? { unit, key } : undefined
}

/** The checks of a member, required or not, as one call. */
const memberCall = ({ condition, body, otherwise }: If): Assign | undefined => {
  const items = itemsOf(condition) as readonly CodeItem[]
  const value = items.slice(0, -1)
  if (items.at(-1) === ' !== undefined' && otherwise.length === 0) {
    const nullable = memberOrNull(body)
    if (nullable)
      return assigned(mayNull, '(', found, ', ', ...value, ', ', nullable.unit, `, "${nullable.key}")`)
    const only = memberCheck(body)
    return only && assigned(may, '(', found, ', ', ...value, ', ', only.unit, ', ', only.path, ')')
  }
  const [, at, key = ''] = /^fail\(e, "", "(#[\w/]*)\/required", ("[\w-]+")\)$/.exec(textOf(body[0])) ?? []
  if (items.at(-1) !== ' === undefined' || body.length > 1) return undefined
  const end = at === '#' ? '' : `, "${at}"`
  const known = memberText(otherwise, at ?? '', key.slice(1, -1))
  if (known) return assigned(needText, '(', found, ', ', ...value, ', ', known, `, ${key}${end})`)
  const only = memberCheck(otherwise)
  if (only?.path !== `"/${key.slice(1)}`) return undefined
  return assigned(need, '(', found, ', ', ...value, ', ', only.unit, `, ${key}${end})`)
}

/** A loop that checks all items by one unit, after the definition of their number, as one call. */
const loopCall = (length: Statement, loop: Statement | undefined): Assign | undefined => {
  if (length.kind !== 'define' || loop?.kind !== 'loop' || length.value === undefined) return undefined
  const [list, end, ...others] = itemsOf(length.value) as readonly CodeItem[]
  const { str } = length.name
  const [, index] = /^let (\w+) = 0; \w+ < (\w+); \w+\+\+$/.exec(String(loop.head)) ?? []
  if (end !== '.length' || others.length > 0 || !String(loop.head).includes(` < ${str}; `)) return undefined
  const only = loop.body.find((one) => one.kind === 'if')
  const rest = loop.body.filter((one) => one !== only)
  const isPlain = rest.every(
    (one) => one.kind === 'define' && one.isAlias && String(one.value) === `${String(list)}[${index}]`,
  )
  if (!only || !isPlain || rest.length > 1 || only.body.length > 1 || only.otherwise.length > 0)
    return undefined
  const unit = itemsOf(only.condition).find((item) => item instanceof FunctionName)
  const [, path] = /^under\(e, [^,]+, "(\/(?:[\w-]+\/)?)" \+ \w+\)$/.exec(textOf(only.body[0])) ?? []
  if (list === undefined || !unit || path === undefined || !String(only.condition).startsWith('!'))
    return undefined
  return assigned(each, '(', found, ', ', list, ', ', unit, `, "${path}")`)
}

/** Two statements in a row as one call. */
const pairCall = (first: Statement | undefined, second: Statement | undefined): Assign | undefined =>
  first && (loopCall(first, second) ?? textCall(first, second))

/** An object of which only the text of one required member is checked, as one call. */
const tagCall = ({ condition, body, otherwise }: If): Assign | undefined => {
  const [, opening, value] = itemsOf(condition) as readonly CodeItem[]
  const [only, ...others] = body
  const [, key, at = '#'] = /, "([\w-]+)"(?:, "(#[^"]*)")?\)$/.exec(textOf(only)) ?? []
  const items = itemsIn(only)
  const isTag = items[0] === needText && textOf(only).startsWith(`needText(e, ${String(value)}.${key}, `)
  const end = at === '#' ? '' : `, "${at}"`
  if (opening !== '(' || value === undefined || others.length > 0 || otherwise.length !== 1) return undefined
  if (!isTag || textOf(otherwise[0]) !== `mistyped(e, "object"${end})`) return undefined
  return assigned(tagged, '(', found, ', ', value, ', ', items.at(-2) ?? '', `, "${key}"${end})`)
}

const withPairs = (statements: readonly Statement[]): readonly Statement[] =>
  statements.flatMap((statement, index) =>
    pairCall(statements[index - 1], statement)
      ? []
      : [pairCall(statement, statements[index + 1]) ?? statement],
  )

const withCall = (statement: Statement): Statement => {
  if (statement.kind === 'loop') return { ...statement, body: withCalls(statement.body) }
  if (statement.kind !== 'if') return statement
  const { body, otherwise } = statement
  const inner = { ...statement, body: withCalls(body), otherwise: withCalls(otherwise) }
  return memberCall(inner) ?? listCall(inner) ?? tagCall(inner) ?? inner
}

/** Replaces checks by other units, which are most of the code of objects, by calls of the runtime. */
export function withCalls(statements: readonly Statement[]): readonly Statement[] {
  return withPairs(statements).map(withCall)
}
