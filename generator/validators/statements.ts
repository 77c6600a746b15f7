import { type Code, Name } from 'ajv'
import { _Code } from 'ajv/dist/compile/codegen/code.js'

/** A value from ajv: code consisting of names and text, or a primitive. */
export type Expression = Code | number | boolean | null

/** A name of a function that generated code imports from the runtime. */
export class RuntimeName extends Name {}

export class ConstantName extends Name {
  constructor(
    name: string,
    readonly code: string,
    readonly imports: readonly string[] = [],
  ) {
    super(name)
  }
}

/** The name of the validation function of a unit, which may store the properties and items that it evaluated. */
export class FunctionName extends Name {
  constructor(
    name: string,
    readonly tellsEvaluated: boolean,
  ) {
    super(name)
  }
}

/** The declaration of a local name. */
interface Define {
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
  readonly value: Expression
}

export interface If {
  readonly kind: 'if'
  readonly condition: Expression
  readonly body: readonly Statement[]
  readonly otherwise: readonly Statement[]
}

interface Loop {
  readonly kind: 'loop'
  readonly head: Code
  readonly body: readonly Statement[]
}

/** An expression, or a keyword such as `break`, as a statement. */
interface Plain {
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

const step = '  '

// Deeper code is not indented further: a union of hundreds of branches nests as deep.
const deepest = 40

const below = (indent: string): string => (indent.length < deepest ? indent + step : indent)

// A line that begins with one of these would continue the previous one without a semicolon.
const joining = /^[([`+\-/]/

/** Whether a statement may be the body of a condition without braces, which a declaration may not. */
const isBody = (statement: Statement): statement is Assign | Plain =>
  statement.kind === 'assign' || statement.kind === 'plain'

/** Prints the statements of one function. */
class Printer {
  readonly #aliases: ReadonlyMap<string, Define>

  constructor(aliases: ReadonlyMap<string, Define>) {
    this.#aliases = aliases
  }

  block(statements: readonly Statement[], indent: string): string {
    return this.#printed(statements)
      .map((statement) => this.#statement(statement, indent))
      .join('')
  }

  /** Omits aliases, which are inlined. */
  #printed(statements: readonly Statement[]): readonly Statement[] {
    return statements.filter((one) => one.kind !== 'define' || !this.#aliases.has(one.name.str))
  }

  #statement(statement: Statement, indent: string): string {
    if (statement.kind === 'if') return `${indent}${this.#if(statement, indent)}\n`
    if (statement.kind !== 'loop') return `${indent}${this.#simple(statement)}\n`
    const body = this.block(statement.body, below(indent))
    return `${indent}for (${this.#text(statement.head)}) {\n${body}${indent}}\n`
  }

  #if({ condition, body, otherwise }: If, indent: string): string {
    const head = `if (${this.#text(condition)})`
    const [only, ...others] = this.#printed(body)
    const inner = others.length === 0 && otherwise.length === 0 && only?.kind === 'if' ? only : undefined
    if (inner && inner.otherwise.length === 0) {
      const both = new _Code([this.#operand(condition), ' && ', this.#operand(inner.condition)])
      return this.#if({ ...inner, condition: both }, indent)
    }
    const isShort = only !== undefined && others.length === 0 && isBody(only)
    const text = isShort ? ` ${this.#simple(only)}` : ` {\n${this.block(body, below(indent))}${indent}}`
    return `${head}${text}${this.#else(otherwise, indent, isShort ? `\n${indent}` : ' ')}`
  }

  #operand(condition: Expression): string {
    const text = this.#text(condition)
    return /[|?]/.test(text) ? `(${text})` : text
  }

  #else(otherwise: readonly Statement[], indent: string, start: string): string {
    const [only, ...others] = this.#printed(otherwise)
    if (!only) return ''
    if (others.length === 0 && only.kind === 'if') return `${start}else ${this.#if(only, indent)}`
    if (others.length === 0 && isBody(only)) return `${start}else ${this.#simple(only)}`
    return `${start}else {\n${this.block(otherwise, below(indent))}${indent}}`
  }

  #simple(statement: Define | Assign | Plain): string {
    if (statement.kind === 'plain') return this.#started(this.#text(statement.code))
    if (statement.kind === 'assign') {
      const { target, value } = statement
      return this.#started(`${this.#text(target)} = ${this.#text(value)}`)
    }
    const { keyword, name, value } = statement
    return value === undefined ? `${keyword} ${name.str}` : `${keyword} ${name.str} = ${this.#text(value)}`
  }

  #started(line: string): string {
    return joining.test(line) ? `;${line}` : line
  }

  #text(expression: Expression): string {
    return itemsOf(expression)
      .map((item) => {
        const alias = item instanceof Name ? this.#aliases.get(item.str) : undefined
        return alias?.value === undefined ? String(item) : this.#text(alias.value)
      })
      .join('')
  }
}

const definesIn = (statements: readonly Statement[]): Define[] =>
  statements.flatMap((statement) => {
    if (statement.kind === 'if') return [...definesIn(statement.body), ...definesIn(statement.otherwise)]
    if (statement.kind === 'loop') return definesIn(statement.body)
    return statement.kind === 'define' && statement.isAlias ? [statement] : []
  })

/** Aliases that are read once, and so can be inlined. */
const aliasesOf = (statements: readonly Statement[]): ReadonlyMap<string, Define> => {
  const reads = new Map<string, number>()
  eachRead(statements, ({ str }) => reads.set(str, (reads.get(str) ?? 0) + 1))
  const once = definesIn(statements).filter(({ name }) => reads.get(name.str) === 1)
  return new Map(once.map((define) => [define.name.str, define]))
}

/** The lines of a function's body, indented. */
export function printBody(statements: readonly Statement[], indent = step): string {
  return new Printer(aliasesOf(statements)).block(statements, indent).trimEnd()
}
