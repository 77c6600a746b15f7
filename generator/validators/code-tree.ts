import { _, type Code, Name } from 'ajv'
import { _Code } from 'ajv/dist/compile/codegen/code.js'
import type { NameValue } from 'ajv/dist/compile/codegen/scope.js'
import { formats } from '../../runtime/formats.js'
import { parameterNames, signs } from '../../runtime/told.js'
import { CodeGen, N, ValueScope } from './ajv-modules.js'
import type { Constants } from './constants.js'
import { withConstants } from './schema-values.js'
import {
  type Expression,
  FormatName,
  type FunctionName,
  type If,
  itemsOf,
  type Loop,
  RuntimeName,
  type Statement,
} from './statements.js'

type Block = Code | (() => void)
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly Statement[] ? Statement[] : T[Key] }

/** What has been opened and not yet closed, and the statements that it holds so far. */
interface Open {
  readonly statements: Statement[]
  readonly condition?: Mutable<If>
}

/** The violations that a function has found so far. */
export const found = new Name('e')
const fail = new RuntimeName('fail')
const keep = new RuntimeName('keep')
const size = new RuntimeName('size')

/** An object that ajv makes of an error, with its members at hand. */
class ErrorCode extends _Code {
  readonly members: ReadonlyMap<string, Expression | string>

  constructor(members: ReadonlyMap<string, Expression | string>) {
    super('{}')
    this.members = members
  }
}

/** What ajv does that nobody has looked at: wrong code would come of passing it by. */
export class UnknownCode extends Error {}

const unknown = (what: string): never => {
  throw new UnknownCode(`the compiler of validators does not know ${what}`)
}

const mentions = (expression: Expression | undefined, name: Name | undefined): boolean =>
  name !== undefined && expression !== undefined && itemsOf(expression).includes(name)

/** The one parameter that errors of a keyword have, out of the object of them; the object where there are several. */
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

/** The path of an error below the value that the function judges: callers add the way to that. */
const ownPath = (path: Expression | string | undefined): Code => {
  if (path === N.instancePath) return _`""`
  if (!(path instanceof _Code)) return unknown('the path of an error')
  const [start, plus, ...rest] = path._items.filter((item) => item !== '')
  return start === N.instancePath && plus === '+' ? new _Code(rest) : unknown('the path of an error')
}

/**
 * Takes the place of ajv's own generator of code: keywords say what they would have printed, and a tree of statements
 * comes of it. The list of errors that ajv keeps becomes calls of the runtime, here and not in printed text.
 */
export class CodeTree extends CodeGen {
  readonly #constants: Constants
  readonly #function: FunctionName
  readonly #ownProperties: boolean
  readonly #root: Statement[] = []
  readonly #open: Open[] = [{ statements: this.#root }]
  readonly #blocks: number[] = []
  #label: Name | undefined
  #evaluated: Name | undefined

  /**
   * @param ownProperties whether properties named like members of every object matter
   */
  constructor(constants: Constants, name: FunctionName, ownProperties: boolean) {
    super(new ValueScope({ scope: {} }))
    this.#constants = constants
    this.#function = name
    this.#ownProperties = ownProperties
  }

  /** What the function consists of. */
  get statements(): readonly Statement[] {
    if (this.#open.length !== 1) return unknown('a block that is never closed')
    return this.#root
  }

  override scopeValue(prefix: unknown, { ref, key }: NameValue): Name {
    if (prefix === 'pattern' && ref instanceof RegExp) return this.#constants.pattern(ref)
    if (prefix === 'formats') return this.#format(String(key), ref)
    if (prefix === 'set' && Array.isArray(ref)) return this.#constants.set(ref)
    if (prefix === 'func' && ref === Object.prototype.hasOwnProperty)
      return this.#constants.expression('hasOwn', 'Object.prototype.hasOwnProperty')
    if (prefix === 'func' && isDeepEqual(ref)) return new RuntimeName('deepEqual')
    return unknown(`the ${String(prefix)} ${String(key)}`)
  }

  override const(name: Name | string, value: Expression): Name {
    if (name === 'err') return this.#fail(value)
    if (name !== 'evaluated') return this.#define('const', name, value)
    this.#evaluated = this.name('evaluated')
    return this.#evaluated
  }

  override let(name: Name | string, value?: Expression, isAlias = false): Name {
    if (name === N.errors) return N.errors
    return this.#define(isAlias ? 'const' : 'let', name === N.vErrors ? found : name, value, isAlias)
  }

  override var(name: Name | string, value?: Expression): Name {
    return this.#define('var', name, value)
  }

  override assign(target: Code, value: Expression): this {
    if (target === N.errors) {
      const calls = _`${keep}(${found}, ${value})`
      return this.#add({ kind: 'assign', target: found, operator: '=', value: this.#read(calls) })
    }
    if (mentions(target, this.#evaluated)) return this
    const isResult = mentions(target, this.#function)
    const to = isResult ? _`${this.#function}.found` : this.#read(target)
    return this.#add({ kind: 'assign', target: to, operator: '=', value: this.#readExpression(value) })
  }

  override add(target: Code, value: Expression): this {
    return this.#add({
      kind: 'assign',
      target: this.#read(target),
      operator: '+=',
      value: this.#readExpression(value),
    })
  }

  override code(code: Block | Expression): this {
    if (typeof code === 'function') code()
    else if (!(code instanceof _Code)) return unknown('a statement that is a plain value')
    // `fail` counts.
    else if (!mentions(code, N.errors) && String(code) !== '')
      this.#add({ kind: 'plain', code: this.#read(code) })
    return this
  }

  override object(...members: [Name | string, Expression | string][]): _Code {
    return new ErrorCode(new Map(members.map(([name, value]) => [String(name), value])))
  }

  override if(condition: Code | boolean, then?: Block, otherwise?: Block): this {
    // Where ajv makes its list, or takes errors back out of it, `fail` and `keep` do so.
    if (mentions(condition, N.vErrors) || mentions(condition, this.#evaluated)) return this
    const one = { kind: 'if' as const, condition: this.#readExpression(condition), body: [], otherwise: [] }
    this.#add(one).#open.push({ statements: one.body, condition: one })
    if (then === undefined) return this
    const depth = this.#open.length
    this.code(then)
    if (otherwise !== undefined) this.else().code(otherwise)
    return this.#close(depth)
  }

  override elseIf(condition: Code | boolean): this {
    this.else()
    const one = { kind: 'if' as const, condition: this.#readExpression(condition), body: [], otherwise: [] }
    this.#add(one)
    this.#open.splice(-1, 1, { statements: one.body, condition: one })
    return this
  }

  override else(): this {
    const { condition } = this.#open.at(-1) ?? {}
    if (!condition) return unknown('an else without an if')
    this.#open.splice(-1, 1, { statements: condition.otherwise })
    return this
  }

  override endIf(): this {
    this.#open.pop()
    return this
  }

  override for(head: Code, body?: Block): this {
    const loop: Mutable<Loop> = { kind: 'loop', label: this.#label, head: this.#read(head), body: [] }
    this.#label = undefined
    const depth = this.#add(loop).#open.push({ statements: loop.body })
    return body === undefined ? unknown('a loop without a body') : this.code(body).#close(depth)
  }

  override forRange(
    prefix: Name | string,
    from: Expression,
    to: Expression,
    body: (index: Name) => void,
  ): this {
    const index = this._scope.toName(prefix)
    return this.for(_`let ${index} = ${from}; ${index} < ${to}; ${index}++`, () => body(index))
  }

  override forOf(prefix: Name | string, list: Code, body: (item: Name) => void): this {
    const item = this._scope.toName(prefix)
    return this.for(_`const ${item} of ${list}`, () => body(item))
  }

  override forIn(prefix: Name | string, holder: Code, body: (key: Name) => void): this {
    if (this.#ownProperties) return this.forOf(prefix, _`Object.keys(${holder})`, body)
    const key = this._scope.toName(prefix)
    return this.for(_`const ${key} in ${holder}`, () => body(key))
  }

  override label(label: Name): this {
    this.#label = label
    return this
  }

  override break(label?: Code): this {
    return this.#add({ kind: 'plain', code: label ? _`break ${label}` : _`break` })
  }

  override return(value: Block | Expression): this {
    if (typeof value === 'function') return unknown('a return of several statements')
    const verdict = mentions(value, N.errors) ? _`${found} === null` : this.#readExpression(value)
    return this.#add({ kind: 'plain', code: _`return ${verdict}` })
  }

  override block(body?: Block): this {
    this.#blocks.push(this.#open.length)
    return body === undefined ? this : this.code(body).endBlock()
  }

  override endBlock(): this {
    const length = this.#blocks.pop()
    if (length === undefined || length > this.#open.length) return unknown('the end of a block')
    this.#open.length = length
    return this
  }

  override func(_name: Name, _args?: Code, _isAsync?: boolean, body?: Block): this {
    return body === undefined ? unknown('a function without a body') : this.code(body)
  }

  override try(): this {
    return unknown('a statement with try')
  }

  override throw(): this {
    return unknown('a statement with throw')
  }

  #add(statement: Statement): this {
    this.#open.at(-1)?.statements.push(statement)
    return this
  }

  #format(name: string, format: unknown): Name {
    if (format instanceof RegExp) return this.#constants.trustedPattern(format)
    return Object.hasOwn(formats, name) ? new FormatName(name) : unknown(`the format ${name}`)
  }

  #close(depth: number): this {
    return this.#open.length === depth ? this.endIf() : unknown('a block that is not closed inside another')
  }

  #define(keyword: 'const' | 'let' | 'var', to: Name | string, value?: Expression, isAlias = false): Name {
    const name = this._scope.toName(to)
    const read = value === undefined ? undefined : this.#readExpression(value)
    this.#add({ kind: 'define', keyword, name, value: read, isAlias })
    return name
  }

  #fail(error: Expression): Name {
    const added = error instanceof ErrorCode ? this.#failure(error) : _`${fail}(${found}, "", "")`
    const broken = error instanceof ErrorCode ? String(error.members.get('keyword')) : ''
    this.#add({ kind: 'assign', target: found, operator: '=', value: this.#read(added), broken })
    return new Name('err')
  }

  #failure({ members }: ErrorCode): Code {
    const keyword = String(members.get('keyword'))
    const schemaPath = members.get('schemaPath')
    const propertyName = members.get('propertyName')
    const end = `/${keyword}"`
    if (!(schemaPath instanceof _Code) || !String(schemaPath).endsWith(end))
      return unknown(`the place of an error of ${keyword}`)
    const params = parametersOf(keyword, members.get('params'))
    const call = _`${fail}(${found}, ${ownPath(members.get('instancePath'))}, ${schemaPath}`
    if (propertyName instanceof Name) return _`${call}, ${params ?? _`undefined`}, ${propertyName})`
    return params === undefined ? _`${call})` : _`${call}, ${params})`
  }

  #readExpression(expression: Expression): Expression {
    return expression instanceof Name || expression instanceof _Code ? this.#read(expression) : expression
  }

  /** An expression with our names in place of ajv's. */
  #read(code: Code): Code {
    const items = itemsOf(withConstants(code, this.#constants))
    if (items.includes(N.instancePath)) return unknown('a path outside an error')
    if (code instanceof Name && items[0] === code && code !== N.vErrors && code !== N.errors) return code
    return new _Code(
      items.flatMap((item) => {
        if (item === N.vErrors) return [found]
        if (item === N.errors) return [size, '(', found, ')']
        return [item === '+' ? ' + ' : (item as string | Name)]
      }),
    )
  }
}

const isDeepEqual = (ref: unknown): boolean =>
  typeof ref === 'function' && 'code' in ref && ref.code === 'require("ajv/dist/runtime/equal").default'
