import { createHash } from 'node:crypto'
import { judgePattern } from '../../document/index.js'
import { literalOf } from '../types/index.js'
import { ConstantName } from './statements.js'

const leastDigits = 8

// A lone surrogate cannot be written to a file.
const isWritable = (text: string): boolean => !/\p{Surrogate}/u.test(text)

const patternCode = (pattern: RegExp): string =>
  isWritable(pattern.source)
    ? String(pattern)
    : `/*@__PURE__*/ new RegExp(${JSON.stringify(pattern.source)}, ${JSON.stringify(pattern.flags)})`

/**
 * The constants of a module: lists and patterns, deduplicated. Named by content, so that other edits rename
 * none.
 */
export class Constants {
  readonly #byCode = new Map<string, ConstantName>()
  readonly #taken = new Set<string>()

  /** A list of JSON values, or another JSON value. */
  value(value: unknown): ConstantName {
    return this.#constant('value', literalOf(value))
  }

  set(values: readonly unknown[]): ConstantName {
    return this.#constant('set', `/*@__PURE__*/ new Set(${literalOf(values)})`)
  }

  /** A pattern; one that may be slow is matched by an automaton, or only applied to short texts. */
  pattern(pattern: RegExp): ConstantName {
    const judgement = judgePattern(pattern.source, pattern.flags)
    if (typeof judgement === 'string') return this.#constant('pattern', patternCode(pattern))
    if ('most' in judgement) {
      const code = `/*@__PURE__*/ upTo(${judgement.most}, ${patternCode(pattern)})`
      return this.#constant('pattern', code, ['upTo'])
    }
    const { columns, ranges, moves, ends } = judgement
    const table = [columns, ranges, moves, ends, ...(pattern.unicode ? [] : [true])]
    const code = table.map((part) => JSON.stringify(part)).join(', ')
    return this.#constant('pattern', `/*@__PURE__*/ automaton(${code})`, ['automaton'])
  }

  /** A pattern known to be fast, such as that of a format. */
  trustedPattern(pattern: RegExp): ConstantName {
    return this.#constant('pattern', patternCode(pattern))
  }

  /** Any other expression. */
  expression(prefix: string, code: string): ConstantName {
    return this.#constant(prefix, code)
  }

  #constant(prefix: string, code: string, imports: readonly string[] = []): ConstantName {
    const known = this.#byCode.get(code)
    if (known) return known
    const digits = createHash('sha256').update(code).digest('hex')
    let length = leastDigits
    let name = `${prefix}_${digits.slice(0, length)}`
    while (this.#taken.has(name)) name = `${prefix}_${digits.slice(0, ++length)}`
    const constant = new ConstantName(name, code, imports)
    this.#taken.add(name)
    this.#byCode.set(code, constant)
    return constant
  }
}
