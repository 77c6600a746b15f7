import { type Code, Name } from 'ajv'
import { _Code } from 'ajv/dist/compile/codegen/code.js'

/** A value from ajv: code consisting of names and text, or a primitive. */
export type Expression = Code | number | boolean | null

/** A name of a function that generated code imports from the runtime. */
export class RuntimeName extends Name {}

export class ConstantName extends Name {
  readonly code: string
  readonly imports: readonly string[]

  constructor(name: string, code: string, imports: readonly string[] = []) {
    super(name)
    this.code = code
    this.imports = imports
  }
}

/** The name of the validation function of a unit. */
export class FunctionName extends Name {
  /** Whether the function stores which properties and items it evaluated. */
  readonly tellsEvaluated: boolean

  constructor(name: string, tellsEvaluated: boolean) {
    super(name)
    this.tellsEvaluated = tellsEvaluated
  }
}

/** The declaration of a local name. */
export interface Define {
  readonly kind: 'define'
  readonly keyword: 'const' | 'let' | 'var'
  readonly name: Name
  readonly value: Expression | undefined
  /** Whether the value can replace the name, as `data.name` can. */
  readonly isAlias: boolean
}

export interface Assign {
  readonly kind: 'assign'
  readonly target: Code
  readonly operator: '=' | '+='
  readonly value: Expression
}

export interface If {
  readonly kind: 'if'
  readonly condition: Expression
  readonly body: readonly Statement[]
  readonly otherwise: readonly Statement[]
}

export interface Loop {
  readonly kind: 'loop'
  readonly label: Name | undefined
  readonly head: Code
  readonly body: readonly Statement[]
}

/** An expression, or a keyword such as `break`, as a statement. */
export interface Plain {
  readonly kind: 'plain'
  readonly code: Code
}

/** One statement of a validation function. */
export type Statement = Define | Assign | If | Loop | Plain

/** The pieces of an expression, including names. */
export function itemsOf(expression: Expression): readonly unknown[] {
  return expression instanceof _Code ? expression._items : [expression]
}

/** Whether an expression refers to a name. */
export function mentions(expression: Expression | undefined, name: Name | undefined): boolean {
  return name !== undefined && expression !== undefined && itemsOf(expression).includes(name)
}

const visitNames = (expression: Expression | undefined, visit: (name: Name) => void): void => {
  if (expression instanceof Name) visit(expression)
  else if (expression instanceof _Code)
    for (const item of expression._items) if (item instanceof Name) visit(item)
}

/** Calls `visit` for each read of a name. */
export function eachRead(statements: readonly Statement[], visit: (name: Name) => void): void {
  for (const statement of statements) {
    switch (statement.kind) {
      case 'define':
        visitNames(statement.value, visit)
        break
      case 'assign':
        visitNames(statement.value, visit)
        // A name that is only assigned is not read; the object of a member assignment is.
        if (!(statement.target instanceof Name)) visitNames(statement.target, visit)
        break
      case 'if':
        visitNames(statement.condition, visit)
        eachRead(statement.body, visit)
        eachRead(statement.otherwise, visit)
        break
      case 'loop':
        visitNames(statement.head, visit)
        eachRead(statement.body, visit)
        break
      case 'plain':
        visitNames(statement.code, visit)
    }
  }
}

/** Thrown for ajv code that was not reviewed, because ignoring it could produce wrong validators. */
export class UnknownCode extends Error {}

/** @throws UnknownCode */
export function unknown(what: string): never {
  throw new UnknownCode(`the compiler of validators does not know ${what}`)
}
