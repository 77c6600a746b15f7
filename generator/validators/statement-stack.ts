import type { Code, Name } from 'ajv'
import type { Expression, If, Statement } from './statements.js'
import { unknown } from './unknown-code.js'

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly Statement[] ? Statement[] : T[Key] }

/** An open block, and its statements so far. */
interface Open {
  readonly statements: Statement[]
  /** The condition that a following `else` belongs to. */
  readonly condition?: Mutable<If>
}

/** Builds nested statements in sequence. */
export class StatementStack {
  readonly #root: Statement[] = []
  readonly #open: Open[] = [{ statements: this.#root }]
  readonly #blocks: number[] = []
  #label: Name | undefined

  /** All statements. */
  get statements(): readonly Statement[] {
    return this.#open.length === 1 ? this.#root : unknown('a block that is never closed')
  }

  add(statement: Statement): void {
    this.#open.at(-1)?.statements.push(statement)
  }

  /** @returns the depth to close it at */
  openIf(condition: Expression): number {
    const one: Mutable<If> = { kind: 'if', condition, body: [], otherwise: [] }
    this.add(one)
    return this.#open.push({ statements: one.body, condition: one })
  }

  /** Sets the label of the next loop. */
  label(label: Name): void {
    this.#label = label
  }

  /** @returns the depth to close it at */
  openLoop(head: Code): number {
    const body: Statement[] = []
    this.add({ kind: 'loop', label: this.#label, head, body })
    this.#label = undefined
    return this.#open.push({ statements: body })
  }

  else(): void {
    const { condition } = this.#open.at(-1) ?? {}
    if (!condition) return unknown('an else without an if')
    this.#open.splice(-1, 1, { statements: condition.otherwise })
  }

  /** Opens a condition in the `else` of the previous one; both are closed together. */
  elseIf(condition: Expression): void {
    this.else()
    this.openIf(condition)
    this.#open.splice(-2, 1)
  }

  close(): void {
    this.#open.pop()
  }

  /** Closes the block at a depth, which must be the innermost one. */
  closeAt(depth: number): void {
    if (this.#open.length !== depth) return unknown('a block that is not closed inside another')
    this.close()
  }

  /** Starts a group whose open blocks are closed together. */
  startBlock(): void {
    this.#blocks.push(this.#open.length)
  }

  endBlock(): void {
    const depth = this.#blocks.pop()
    if (depth === undefined || depth > this.#open.length) return unknown('the end of a block')
    this.#open.length = depth
  }
}
