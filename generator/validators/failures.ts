import { _, type Code, Name, nil } from 'ajv'
import { _Code, type CodeItem } from 'ajv/dist/compile/codegen/code.js'
import { not } from 'ajv/dist/compile/codegen/index.js'
import { parameterNames, signs } from '../../runtime/validation-errors.js'
import { N } from './ajv-modules.js'
import {
  type Assign,
  eachRead,
  type Expression,
  type FunctionName,
  type If,
  itemsOf,
  RuntimeName,
  type Statement,
  unknown,
} from './statements.js'

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
  return { kind: 'assign', target: found, operator: '=', value }
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
