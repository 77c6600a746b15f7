import { _Code } from 'ajv/dist/compile/codegen/code.js'
import { found } from './failures.js'
import { FunctionName, type If, itemsOf, RuntimeName, type Statement } from './statements.js'

const missing = ' === undefined'
const present = ' !== undefined'

/** The expression that a condition compares with undefined; undefined for any other condition. */
const compared = (statement: Statement, comparison: string): string | undefined => {
  if (statement.kind !== 'if') return undefined
  const items = itemsOf(statement.condition)
  return items.at(-1) === comparison ? items.slice(0, -1).join('') : undefined
}

const isDemand = ({ body, otherwise }: If): boolean => {
  const [only, ...others] = body
  return (
    only?.kind === 'assign' && only.broken === 'required' && others.length === 0 && otherwise.length === 0
  )
}

const need = new RuntimeName('need')

/** The value of the only assignment of a condition's body, as text. */
const assigned = ({ body }: If): string => {
  const [only] = body
  return only?.kind === 'assign' ? String(only.value) : ''
}

/**
 * One call of the member's validator instead of two checks, if that validator refuses undefined. Members of nested
 * objects, and of branches, whose errors need their schema path, are left as they are.
 */
const needed = (demand: If, { body }: If, member: string): If | undefined => {
  const [first, second] = body
  const check = first?.kind === 'define' && first.isAlias ? second : first
  if (body.length !== (check === second ? 2 : 1) || check?.kind !== 'if' || check.otherwise.length > 0)
    return undefined
  const validator = itemsOf(check.condition).find((item) => item instanceof FunctionName)
  const [, schema, key = ''] =
    /^fail\(e, "", "(#[\w/]*)\/required", ("[\w-]+")\)$/.exec(assigned(demand)) ?? []
  if (!(validator instanceof FunctionName) || !validator.refusesMissing || schema === undefined)
    return undefined
  if (assigned(check) !== `under(e, ${validator.str}, "/${key.slice(1)})`) return undefined
  const at = schema === '#' ? '' : `, ${JSON.stringify(schema)}`
  const condition = new _Code(['!', validator, '(', member, ')'])
  const [assignment] = check.body
  if (assignment?.kind !== 'assign') return undefined
  const value = new _Code([need, '(', found, ', ', member, ', ', validator, `, ${key}${at})`])
  return { ...check, condition, body: [{ ...assignment, value }] }
}

const inside = (statement: Statement): Statement => {
  if (statement.kind === 'loop') return { ...statement, body: withRequiredOnce(statement.body) }
  if (statement.kind !== 'if') return statement
  const { body, otherwise } = statement
  return { ...statement, body: withRequiredOnce(body), otherwise: withRequiredOnce(otherwise) }
}

/**
 * Merges the checks of a property that is required and validated: ajv checks whether it is missing, and later in the
 * same block whether it is present.
 */
export function withRequiredOnce(statements: readonly Statement[]): readonly Statement[] {
  const demands = new Map<string, If>()
  const merged = new Map<Statement, Statement>()
  const moved = new Set<Statement>()
  for (const statement of statements) {
    if (statement.kind !== 'if') continue
    const absent = compared(statement, missing)
    if (absent !== undefined && isDemand(statement)) demands.set(absent, statement)
    const used = compared(statement, present)
    const demand = used === undefined ? undefined : demands.get(used)
    if (used === undefined || !demand || statement.otherwise.length > 0) continue
    demands.delete(used)
    moved.add(demand)
    merged.set(statement, needed(demand, statement, used) ?? { ...demand, otherwise: statement.body })
  }
  return statements
    .filter((statement) => !moved.has(statement))
    .map((statement) => inside(merged.get(statement) ?? statement))
}
