import { _Code, type CodeItem } from 'ajv/dist/compile/codegen/code.js'
import { found } from './failures.js'
import { type Assign, FunctionName, type If, itemsOf, RuntimeName, type Statement } from './statements.js'

const check = new RuntimeName('check')
const need = new RuntimeName('need')
const may = new RuntimeName('may')
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

/** `if (!$Unit(value)) e = under(e, $Unit, "/path")` as one call. Paths that are computed stay in their condition. */
const checked = ({ condition, body, otherwise }: If): Assign | undefined => {
  const items = itemsOf(condition) as readonly CodeItem[]
  const at = items.findIndex((item) => item instanceof FunctionName)
  const [, argument] = /^!\(?\$[$\w\u0080-\uffff]+\((\w+)\)\)?$/.exec(items.join('')) ?? []
  const value = items.find((item, index) => index > at && String(item) === argument)
  const [, path] = /^under\(e, [^,]+, ("[^"\\]*"(?:, "[^"\\]*")?)\)$/.exec(textOf(body[0])) ?? []
  const unit = items[at]
  if (unit === undefined || value === undefined || path === undefined) return undefined
  if (body.length > 1 || otherwise.length > 0) return undefined
  return assigned(check, '(', found, ', ', value, ', ', unit, ', ', path, ')')
}

/** The unit of a block that only checks one member, and the end of the path. */
const memberCheck = (block: readonly Statement[]): { unit: CodeItem; path: string } | undefined => {
  const [first, second] = block
  const isAliased = first?.kind === 'define' && first.isAlias
  const last = isAliased ? second : first
  const [, path] = /^check\(e, [^,]+, [^,]+, ("\/[\w-]+")\)$/.exec(textOf(last)) ?? []
  const unit = itemsIn(last).find((item) => item instanceof FunctionName)
  return block.length === (isAliased ? 2 : 1) && unit !== undefined && path !== undefined
    ? { unit, path }
    : undefined
}

/** The checks of a member, required or not, as one call. */
const memberCall = ({ condition, body, otherwise }: If): Assign | undefined => {
  const items = itemsOf(condition) as readonly CodeItem[]
  const value = items.slice(0, -1)
  if (items.at(-1) === ' !== undefined' && otherwise.length === 0) {
    const only = memberCheck(body)
    return only && assigned(may, '(', found, ', ', ...value, ', ', only.unit, ', ', only.path, ')')
  }
  const only = memberCheck(otherwise)
  const [, at, key] = /^fail\(e, "", "(#[\w/]*)\/required", ("[\w-]+")\)$/.exec(textOf(body[0])) ?? []
  if (items.at(-1) !== ' === undefined' || body.length > 1 || only?.path !== `"/${key?.slice(1)}`)
    return undefined
  const end = at === '#' ? '' : `, "${at}"`
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

const withLoops = (statements: readonly Statement[]): readonly Statement[] =>
  statements.flatMap((statement, index) => {
    const before = statements[index - 1]
    if (before && loopCall(before, statement)) return []
    return [loopCall(statement, statements[index + 1]) ?? statement]
  })

const withCall = (statement: Statement): Statement => {
  if (statement.kind === 'loop') return { ...statement, body: withCalls(statement.body) }
  if (statement.kind !== 'if') return statement
  const { body, otherwise } = statement
  const inner = { ...statement, body: withCalls(body), otherwise: withCalls(otherwise) }
  return checked(inner) ?? memberCall(inner) ?? inner
}

/** Replaces checks by other units, which are most of the code of objects, by calls of the runtime. */
export function withCalls(statements: readonly Statement[]): readonly Statement[] {
  return withLoops(statements).map(withCall)
}
