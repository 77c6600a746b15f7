import { type Code, Name, _ } from 'ajv'
import {
  type Expression,
  type If,
  type Statement,
  unknown,
  type FunctionName,
  mentions,
  RuntimeName,
} from './statements.js'
import { _Code } from 'ajv/dist/compile/codegen/code.js'
import type { NameValue } from 'ajv/dist/compile/codegen/scope.js'
import { CodeGen, N, ValueScope } from './ajv-modules.js'
import {
  type Constants,
  doneWith,
  ErrorCode,
  failure,
  found,
  readCode,
  readExpression,
  scopeName,
} from './expressions.js'

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly Statement[] ? Statement[] : T[Key] }

/** An open block, and its statements so far. */
interface Open {
  readonly statements: Statement[]
  /** The condition that a following `else` belongs to. */
  readonly condition?: Mutable<If>
}

type Block = Code | (() => void)
type Body = (name: Name) => void
const keep = new RuntimeName('keep')

/** Replaces ajv's code generator by a tree of statements, in which errors are calls of the runtime. */
export class CodeTree extends CodeGen {
  readonly #constants: Constants
  readonly #function: FunctionName
  readonly #ownProperties: boolean
  readonly #root: Statement[] = []
  readonly #open: Open[] = [{ statements: this.#root }]
  /** The numbers of blocks that were open when a group began, which are closed together. */
  readonly #groups: number[] = []
  #evaluated: Name | undefined

  /** @param ownProperties whether properties with names of `Object.prototype` members matter */
  constructor(constants: Constants, name: FunctionName, ownProperties: boolean) {
    super(new ValueScope({ scope: {} }))
    this.#constants = constants
    this.#function = name
    this.#ownProperties = ownProperties
  }

  /** The body of the function. */
  get statements(): readonly Statement[] {
    return this.#open.length === 1 ? this.#root : unknown('a block that is never closed')
  }

  override scopeValue(prefix: unknown, value: NameValue): Name {
    return scopeName(String(prefix), value, this.#constants)
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
    if (target === N.errors) return this.#set(found, _`${keep}(${found}, ${value})`)
    if (mentions(target, this.#evaluated)) return this
    // `done` keeps the violations of the function.
    return mentions(target, this.#function) ? this : this.#set(this.#read(target), value)
  }

  override add(): this {
    return unknown('an addition')
  }

  override code(code: Block | Expression): this {
    if (typeof code === 'function') code()
    else if (!(code instanceof _Code)) return unknown('a statement that is a plain value')
    else if (!mentions(code, N.errors) && String(code) !== '')
      this.#add({ kind: 'plain', code: this.#read(code) })
    return this
  }

  override object(...members: [Name | string, Expression | string][]): _Code {
    return new ErrorCode(new Map(members.map(([name, value]) => [String(name), value])))
  }

  override if(condition: Code | boolean, then?: Block, otherwise?: Block): this {
    // `fail` and `keep` create and reset the list of errors instead of ajv.
    if (mentions(condition, N.vErrors) || mentions(condition, this.#evaluated)) return this
    const depth = this.#openIf(condition)
    if (then === undefined) return this
    this.code(then)
    if (otherwise !== undefined) this.else().code(otherwise)
    return this.#closeAt(depth)
  }

  /** Opens a condition in the `else` of the previous one; both are closed together. */
  override elseIf(condition: Code | boolean): this {
    this.else().#openIf(condition)
    this.#open.splice(-2, 1)
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
    if (body === undefined) return unknown('a loop without a body')
    const statements: Statement[] = []
    this.#add({ kind: 'loop', head: this.#read(head), body: statements })
    const depth = this.#open.push({ statements })
    return this.code(body).#closeAt(depth)
  }

  override forRange(prefix: Name | string, from: Expression, to: Expression, body: Body): this {
    const index = this._scope.toName(prefix)
    return this.for(_`let ${index} = ${from}; ${index} < ${to}; ${index}++`, () => body(index))
  }

  override forOf(prefix: Name | string, list: Code, body: Body): this {
    const item = this._scope.toName(prefix)
    return this.for(_`const ${item} of ${list}`, () => body(item))
  }

  override forIn(prefix: Name | string, holder: Code, body: Body): this {
    if (this.#ownProperties) return this.forOf(prefix, _`Object.keys(${holder})`, body)
    const key = this._scope.toName(prefix)
    return this.for(_`const ${key} in ${holder}`, () => body(key))
  }

  override label(): this {
    return unknown('a label')
  }

  override break(): this {
    return this.#add({ kind: 'plain', code: _`break` })
  }

  override return(value: Block | Expression): this {
    if (typeof value === 'function') return unknown('a return of several statements')
    const verdict = mentions(value, N.errors) ? doneWith(this.#function, found) : this.#readExpression(value)
    return this.#add({ kind: 'plain', code: _`return ${verdict}` })
  }

  override block(body?: Block): this {
    this.#groups.push(this.#open.length)
    return body === undefined ? this : this.code(body).endBlock()
  }

  override endBlock(): this {
    const depth = this.#groups.pop()
    if (depth === undefined || depth > this.#open.length) return unknown('the end of a block')
    this.#open.length = depth
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

  /** @returns the depth to close it at */
  #openIf(condition: Expression): number {
    const statement: Mutable<If> = {
      kind: 'if',
      condition: this.#readExpression(condition),
      body: [],
      otherwise: [],
    }
    this.#add(statement)
    return this.#open.push({ statements: statement.body, condition: statement })
  }

  /** Closes the block at a depth, which must be the innermost one. */
  #closeAt(depth: number): this {
    if (this.#open.length !== depth) return unknown('a block that is not closed inside another')
    this.#open.pop()
    return this
  }

  #set(target: Code, value: Expression): this {
    return this.#add({ kind: 'assign', target, value: this.#readExpression(value) })
  }

  #define(keyword: 'const' | 'let' | 'var', to: Name | string, value?: Expression, isAlias = false): Name {
    const name = this._scope.toName(to)
    const read = value === undefined ? undefined : this.#readExpression(value)
    this.#add({ kind: 'define', keyword, name, value: read, isAlias })
    return name
  }

  #fail(error: Expression): Name {
    const added = failure(error)
    this.#add({ ...added, value: this.#readExpression(added.value) })
    return new Name('err')
  }

  #read(code: Code): Code {
    return readCode(code, this.#constants)
  }

  #readExpression(expression: Expression): Expression {
    return readExpression(expression, this.#constants)
  }
}
