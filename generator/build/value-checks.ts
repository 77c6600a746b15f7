import { type Problem, RampartError } from '../../diagnostics/index.js'
import type { JsonSchemaObject } from '../../runtime/json-schema.js'
import { pointerOf } from '../load/pointer.js'

const bounds = [
  'multipleOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
] as const

/** A number inside a value that JavaScript cannot tell from others, and where. */
interface WrongNumber {
  readonly number: number
  readonly path: readonly string[]
}

const isExact = (number: number): boolean =>
  Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number))

const wrongIn = (value: unknown, path: readonly string[]): WrongNumber[] => {
  if (typeof value === 'number') return isExact(value) ? [] : [{ number: value, path }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => wrongIn(item, [...path, key]))
}

const reasonOf = (number: number): string =>
  Number.isFinite(number)
    ? 'an integer beyond 2^53: JavaScript cannot tell it from its neighbours. Write it as text'
    : 'no number that JSON has, or one beyond what JavaScript can hold'

/** Finds the numbers of a document that validators would compare wrongly with, and refuses them. */
export class ValueChecks {
  readonly #file: string
  /** By pointer: a schema is looked at once for each direction. */
  readonly #problems = new Map<string, Problem>()

  /** @param file of the document */
  constructor(file: string) {
    this.#file = file
  }

  /** Looks at the values that one schema compares with. A bound may be rounded, a value that is allowed may not. */
  check(schema: JsonSchemaObject, path: readonly string[]): void {
    for (const keyword of ['const', 'enum'] as const) {
      if (!(keyword in schema)) continue
      for (const wrong of wrongIn(schema[keyword], [...path, keyword])) this.#add(wrong)
    }
    for (const keyword of bounds) {
      const number = schema[keyword]
      if (typeof number === 'number' && !Number.isFinite(number))
        this.#add({ number, path: [...path, keyword] })
    }
  }

  /** @throws RampartError DOCUMENT_INVALID with all that was found */
  throwIfWrong(): void {
    const problems = [...this.#problems.values()]
    if (problems.length === 0) return
    throw new RampartError('DOCUMENT_INVALID', {
      message: `${this.#file}: no validator can compare with ${problems.length} number(s)`,
      where: { file: this.#file },
      problems,
    })
  }

  #add({ number, path }: WrongNumber): void {
    const pointer = pointerOf(...path)
    this.#problems.set(pointer, {
      code: 'DOCUMENT_INVALID',
      severity: 'error',
      message: `${number} is ${reasonOf(number)}`,
      where: { file: this.#file, pointer },
    })
  }
}
