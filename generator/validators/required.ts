import { type If, itemsOf, type Statement } from './statements.js'

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
    merged.set(statement, { ...demand, otherwise: statement.body })
  }
  return statements
    .filter((statement) => !moved.has(statement))
    .map((statement) => inside(merged.get(statement) ?? statement))
}
