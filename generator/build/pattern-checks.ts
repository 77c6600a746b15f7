import type { Problem } from '../../diagnostics/index.js'
import type { JsonSchemaObject } from '../../runtime/json-schema.js'
import { isObject, judgePattern, pointerOf, readablePattern } from '../../document/index.js'
import { noteAt } from '../load/problems.js'
import type { Gap } from '../model/document.js'

/** The pattern to check, and the problem to report if it is not checked as written. */
interface Checked {
  readonly pattern: string | undefined
  readonly fault?: string
}

const checkedOf = (written: unknown): Checked => {
  const left = { pattern: undefined }
  const readable = readablePattern(written)
  if (!readable) return { ...left, fault: 'is not an ECMAScript regular expression; it is not checked' }
  const { source: pattern, flags } = readable
  const judgement = judgePattern(pattern, flags)
  if (judgement === 'endless')
    return { ...left, fault: 'may take exponential time on some texts; it is not checked' }
  if (typeof judgement === 'string' || !('most' in judgement)) return { pattern }
  const fault = `is slow on long texts; it is checked in texts of up to ${judgement.most} characters`
  return { pattern, fault }
}

const longestShown = 300

const shortened = (text: string): string =>
  text.length > longestShown ? `${text.slice(0, longestShown)}…` : text

/** Prepares the patterns of a document for validators, and records those that cannot be checked. */
export class PatternChecks {
  readonly #file: string
  /** Keyed by pointer, because a schema is visited once per direction. */
  readonly #problems = new Map<string, Problem>()
  readonly #gaps = new Map<string, Gap>()

  /** @param file the file of the document */
  constructor(file: string) {
    this.#file = file
  }

  /** Notes on patterns that are omitted or only checked in short texts. */
  get problems(): readonly Problem[] {
    return [...this.#problems.values()]
  }

  /** Patterns that are not checked at all. */
  get gaps(): readonly Gap[] {
    return [...this.#gaps.values()]
  }

  /** The rewritten keywords of a schema that contain patterns, and those that depend on them. */
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
      // Different spellings can result in the same pattern.
      schemas.set(pattern, schemas.has(pattern) ? { allOf: [schemas.get(pattern), schema] } : schema)
    }
    // If one pattern cannot be checked, the names that match no pattern are unknown.
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
