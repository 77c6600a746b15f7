import type { Problem } from '../../diagnostics/index.js'
import type { JsonSchemaObject } from '../../runtime/json-schema.js'
import { isObject, judgePattern, pointerOf, readablePattern } from '../../document/index.js'
import { noteAt } from '../load/problems.js'
import type { Gap } from '../model/document.js'

/** A pattern as far as it is checked, and what is to be said of it unless it is checked like any other. */
interface Checked {
  readonly pattern: string | undefined
  readonly fault?: string
}

const checkedOf = (written: unknown): Checked => {
  const left = { pattern: undefined }
  const readable = readablePattern(written)
  if (!readable) return { ...left, fault: 'is no ECMAScript regular expression; it is not checked' }
  const { source: pattern, flags } = readable
  const judgement = judgePattern(pattern, flags)
  if (judgement === 'endless')
    return { ...left, fault: 'takes time without end on some texts; it is not checked' }
  if (typeof judgement === 'string' || !('most' in judgement)) return { pattern }
  const fault = `takes long on long texts; it is checked in texts of up to ${judgement.most} characters`
  return { pattern, fault }
}

const longestShown = 300

const shortened = (text: string): string =>
  text.length > longestShown ? `${text.slice(0, longestShown)}…` : text

/** Makes of the patterns of a document what validators can judge by, and names those that they cannot. */
export class PatternChecks {
  readonly #file: string
  /** By pointer: a schema is looked at once for each direction. */
  readonly #problems = new Map<string, Problem>()
  readonly #gaps = new Map<string, Gap>()

  /** @param file of the document */
  constructor(file: string) {
    this.#file = file
  }

  /** Notes on patterns that are left out, or not checked everywhere. */
  get problems(): readonly Problem[] {
    return [...this.#problems.values()]
  }

  /** Patterns that nothing is judged by. */
  get gaps(): readonly Gap[] {
    return [...this.#gaps.values()]
  }

  /** The keywords of a schema that hold patterns, and those that depend on them, as they are to be. */
  of(schema: JsonSchemaObject, path: readonly string[]): Record<string, unknown> {
    const { pattern } = schema
    return {
      ...(pattern === undefined ? {} : { pattern: this.#checked(pattern, [...path, 'pattern']) }),
      ...this.#names(schema, [...path, 'patternProperties']),
    }
  }

  #names({ patternProperties }: JsonSchemaObject, path: readonly string[]): Record<string, unknown> {
    if (!isObject(patternProperties)) return {}
    const checked = Object.entries(patternProperties).map(
      ([name, schema]) => [this.#checked(name, [...path, name]), schema] as const,
    )
    const schemas = new Map<string, unknown>()
    for (const [pattern, schema] of checked) {
      if (pattern === undefined) continue
      // Two spellings of one pattern.
      schemas.set(pattern, schemas.has(pattern) ? { allOf: [schemas.get(pattern), schema] } : schema)
    }
    // Where one cannot be judged, it is not known either what the others leave over.
    const isWhole = checked.every(([pattern]) => pattern !== undefined)
    const open = isWhole ? {} : { additionalProperties: undefined, unevaluatedProperties: undefined }
    return { patternProperties: Object.fromEntries(schemas), ...open }
  }

  #checked(written: string, path: readonly string[]): string | undefined {
    const { pattern, fault } = checkedOf(written)
    if (fault === undefined) return pattern
    const pointer = pointerOf(...path)
    const message = `the pattern ${JSON.stringify(shortened(written))} ${fault}`
    this.#problems.set(pointer, noteAt(this.#file, path, message))
    if (pattern === undefined) this.#gaps.set(pointer, { path, reason: message })
    return pattern
  }
}
