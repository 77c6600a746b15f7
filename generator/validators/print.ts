import { Name } from 'ajv'
import { type Define, eachRead, type Expression, type If, itemsOf, type Statement } from './statements.js'

const step = '  '

// What stands deeper is not moved further: a union of hundreds of branches nests as deep.
const deepest = 40

const below = (indent: string): string => (indent.length < deepest ? indent + step : indent)

// With one of these first, a line would belong to the one before it.
const joining = /^[([`+\-/]/

/** Prints the statements of one function. */
class Printer {
  readonly #aliases: ReadonlyMap<string, Define>

  constructor(aliases: ReadonlyMap<string, Define>) {
    this.#aliases = aliases
  }

  block(statements: readonly Statement[], indent: string): string {
    return statements.map((statement) => this.#statement(statement, indent)).join('')
  }

  #statement(statement: Statement, indent: string): string {
    switch (statement.kind) {
      case 'if':
        return `${indent}${this.#if(statement, indent)}\n`
      case 'loop': {
        const label = statement.label ? `${statement.label.str}: ` : ''
        return `${indent}${label}for (${this.#text(statement.head)}) {\n${this.block(statement.body, below(indent))}${indent}}\n`
      }
      case 'define':
      case 'assign':
      case 'plain': {
        const text = this.#simple(statement)
        return text === undefined ? '' : `${indent}${text}\n`
      }
    }
  }

  #if({ condition, body, otherwise }: If, indent: string): string {
    const head = `if (${this.#text(condition)})`
    const [only, ...others] = body
    const text = only && others.length === 0 ? this.#simple(only) : undefined
    // A declaration is no body of an if.
    const isShort = text !== undefined && only?.kind !== 'define'
    const branch = isShort ? ` ${text}` : ` {\n${this.block(body, below(indent))}${indent}}`
    return `${head}${branch}${this.#else(otherwise, indent, isShort ? `\n${indent}` : ' ')}`
  }

  #else(otherwise: readonly Statement[], indent: string, start: string): string {
    const [first, ...others] = otherwise
    if (!first) return ''
    if (first.kind === 'if' && others.length === 0) return `${start}else ${this.#if(first, indent)}`
    return `${start}else {\n${this.block(otherwise, below(indent))}${indent}}`
  }

  /** A statement of one line; undefined for one that is not printed, or takes several. */
  #simple(statement: Statement): string | undefined {
    if (statement.kind === 'plain') return this.#started(this.#text(statement.code))
    if (statement.kind === 'assign')
      return this.#started(
        `${this.#text(statement.target)} ${statement.operator} ${this.#text(statement.value)}`,
      )
    if (statement.kind !== 'define' || this.#aliases.has(statement.name.str)) return undefined
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

/** Aliases that are read once: their value stands in their place. */
const aliasesOf = (statements: readonly Statement[]): ReadonlyMap<string, Define> => {
  const reads = new Map<string, number>()
  eachRead(statements, ({ str }) => reads.set(str, (reads.get(str) ?? 0) + 1))
  const once = definesIn(statements).filter(({ name }) => reads.get(name.str) === 1)
  return new Map(once.map((define) => [define.name.str, define]))
}

/** The lines of a function's body, indented. */
export function printBody(statements: readonly Statement[]): string {
  return new Printer(aliasesOf(statements)).block(statements, step).trimEnd()
}
