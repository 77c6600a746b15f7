import { _, type Code, Name, nil } from 'ajv'
import { _Code } from 'ajv/dist/compile/codegen/code.js'
import { parameterNames, signs } from '../../runtime/validation-errors.js'
import { N } from './ajv-modules.js'
import {
  type Assign,
  type Expression,
  type FunctionName,
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
  readonly members: ReadonlyMap<string, Expression | string>

  constructor(members: ReadonlyMap<string, Expression | string>) {
    super('{}')
    this.members = members
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
