import { Name } from 'ajv'
import { _Code, type CodeItem } from 'ajv/dist/compile/codegen/code.js'
import { not } from 'ajv/dist/compile/codegen/index.js'
import { found } from './failures.js'
import { eachRead, type If, itemsOf, type Statement } from './statements.js'

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
  return otherwise.length === 0
    ? []
    : [{ ...statement, condition: not(condition), body: otherwise, otherwise: [] }]
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

/**
 * Removes unused counts and verdicts from a function, with everything computed for them.
 */
export function tidy(statements: readonly Statement[]): readonly Statement[] {
  let reads = readsOf(statements)
  let kept = withoutUnread(statements, reads)
  for (let next = readsOf(kept); next.size < reads.size; next = readsOf(kept)) {
    reads = next
    kept = withoutUnread(kept, reads)
  }
  return asExpression(kept)
}
