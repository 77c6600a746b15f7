import type { ReportedChange } from '../model/report.js'
import { bits } from '../schema/types.js'
import type { Mention } from './mentions.js'
import { addTo, followed, isObject, keysOf, resolvePointer } from '../../document/index.js'

/** A compiler error, with the context for finding its cause. */
export interface ErrorContext {
  readonly file: string
  readonly start: number
  readonly end: number
  /** Names of members whose values the error is about. */
  readonly spans?: readonly { readonly start: number; readonly end: number }[]
  readonly message: string
  /** Ids of the operations called in the statement. */
  readonly called: ReadonlySet<string>
  /** The source line. */
  readonly code?: string
  /** Whether the code only reads a stored response, so that request changes cannot be the cause. */
  readonly isRead?: boolean
  /** Changes of members that the types at the location have. */
  readonly changesOfTypes: readonly string[]
}

/** Length of `?.`, the longest text between a name and its member. */
const farthest = 2

/** A name that more changes than this share is no evidence for any of them. */
const mostOfAName = 3

/** Names of types in nearly every compiler message, which identify no change. */
const typeNames: ReadonlySet<string> = new Set(Object.keys(bits))

/** Names and values in compiler messages that identify a change. */
const namesOf = (change: ReportedChange): ReadonlySet<string> => {
  const { from, to, before, after } = change
  const last = [from, to].flatMap((location) => (location ? keysOf(location.pointer).slice(-1) : []))
  const values = [before, after].flat().filter((value) => typeof value === 'string')
  const named = [...last, ...values].filter((name) => !/^\d+$/.test(name))
  return new Set([...named, ...statusOf(change)])
}

/** The added or removed status, which is specific enough to match in messages. */
const statusOf = ({ id, sentence }: ReportedChange): readonly string[] =>
  /-status-(added|removed)$/.test(id) ? (sentence.match(/(?<=`)[^`]+(?=`)/) ?? []) : []

const schemaOf = ({ from, to }: ReportedChange): string | undefined => {
  const [, kind, schema] = keysOf((to ?? from)?.pointer ?? '')
  return kind === 'schemas' ? schema : undefined
}

const wordsOf = (message: string): ReadonlySet<string> =>
  new Set(message.match(/[\w$-]+(?:\.[\w$-]+)*/g) ?? [])

/** Traces errors back to changes. */
export class Causes {
  readonly #byName = new Map<string, string[]>()
  readonly #byOperation = new Map<string, string[]>()
  readonly #bySchema = new Map<string, string[]>()
  readonly #mentions = new Map<string, Mention[]>()
  readonly #safe = new Set<string>()
  readonly #ofRequests = new Set<string>()

  /** @param more further names for the subject of each change, by fingerprint */
  constructor(
    changes: readonly ReportedChange[],
    mentions: readonly Mention[],
    more: ReadonlyMap<string, readonly string[]> = new Map(),
  ) {
    for (const change of changes) {
      const { effect, fingerprint, uses, direction } = change
      if (effect === 'documentation') continue
      if (effect === 'safe') this.#safe.add(fingerprint)
      if (direction === 'request') this.#ofRequests.add(fingerprint)
      const names = new Set([...namesOf(change), ...(more.get(fingerprint) ?? [])])
      for (const name of names) if (!typeNames.has(name)) addTo(this.#byName, name, fingerprint)
      const schema = schemaOf(change)
      if (schema !== undefined) addTo(this.#bySchema, schema, fingerprint)
      const ids = new Set(uses.flatMap(({ operation, operationId = '' }) => [operation, operationId]))
      for (const id of ids) addTo(this.#byOperation, id, fingerprint)
    }
    for (const mention of mentions) addTo(this.#mentions, mention.source.fileName, mention)
  }

  /** Whether a text is the id of an operation that has changes. */
  isOperation(text: string): boolean {
    return this.#byOperation.has(text)
  }

  /**
   * The changes that cause an error, from the strongest evidence that applies: mentions at its location; names in the
   * message among the changes of the types or the call; any name in the message that is not too common; breaking
   * changes of the call; changed schemas that the message or the line names. Changes of schemas that the message
   * names take precedence.
   */
  of(error: ErrorContext): readonly string[] {
    const all = this.#candidates(error)
    const schemas = [...wordsOf(error.message)].flatMap((word) => this.#bySchema.get(word) ?? [])
    return preferred(all, new Set(schemas))
  }

  #candidates(error: ErrorContext): readonly string[] {
    const named = new Set([...wordsOf(error.message)].flatMap((word) => this.#byName.get(word) ?? []))
    const mentioned = this.#mentionedAt(error)
    if (mentioned.length > 0) return preferred(mentioned, named)
    const involved = error.changesOfTypes.filter((change) => named.has(change) && !this.#safe.has(change))
    if (involved.length > 0) return [...new Set(involved)]
    const reached = [...error.called]
      .flatMap((id) => this.#byOperation.get(id) ?? [])
      .filter((change) => error.isRead !== true || !this.#ofRequests.has(change))
    const both = reached.filter((change) => named.has(change))
    if (both.length > 0) return both
    if (named.size > 0 && named.size <= mostOfAName) return [...named]
    const left = reached.filter((change) => !this.#safe.has(change))
    if (left.length > 0) return left
    const ofMessage = this.#ofSchemas(error.message)
    return ofMessage.length > 0 ? ofMessage : this.#ofSchemas(error.code ?? '')
  }

  #ofSchemas(message: string): readonly string[] {
    const found = new Set([...wordsOf(message)].flatMap((word) => this.#bySchema.get(word) ?? []))
    return found.size <= mostOfAName ? [...found] : []
  }

  #mentionedAt({ file, start, end, spans = [] }: ErrorContext): readonly string[] {
    const all = this.#mentions.get(file) ?? []
    const there = all.filter((one) => isThere(one, start, end))
    const here =
      there.length > 0 ? there : all.filter((one) => spans.some((span) => span.start === one.start))
    return [...new Set(here.flatMap(({ changes }) => changes))]
  }
}

/** Whether a mention is at the location or just before it: for `pet.age.toFixed` that is `toFixed`. */
const isThere = (one: Mention, start: number, end: number): boolean =>
  (start < one.end && one.start < end) || (one.end < start && start - one.end <= farthest)

const preferred = (all: readonly string[], few: ReadonlySet<string>): readonly string[] => {
  const both = all.filter((one) => few.has(one))
  return both.length > 0 ? both : all
}

const deepest = 4

/** The constant strings of a schema and its members, by which the compiler distinguishes the variants of a union. */
const fixedTexts = (root: unknown, value: unknown, depth = 0): string[] => {
  const schema = followed(root, value)
  if (!isObject(schema) || depth > deepest) return []
  const { const: only, enum: listed, properties, allOf } = schema
  const own = Array.isArray(listed) && listed.length === 1 ? [only, ...listed] : [only]
  const below = [
    ...(Array.isArray(allOf) ? allOf : []),
    ...(isObject(properties) ? Object.values(properties) : []),
  ]
  return [
    ...own.filter((text) => typeof text === 'string'),
    ...below.flatMap((one: unknown) => fixedTexts(root, one, depth + 1)),
  ]
}

/** The names that compiler messages may have for added or removed variants, by fingerprint of the change. */
export function variantNames(
  changes: readonly ReportedChange[],
  before: unknown,
  after: unknown,
): ReadonlyMap<string, readonly string[]> {
  const variants = changes.filter(({ id }) => /(^|-)variant-(added|removed)$/.test(id))
  return new Map(
    variants.map(({ id, fingerprint, from, to, sentence }) => {
      const [root, at] = id.endsWith('added') ? [after, to] : [before, from]
      const [name] = sentence.match(/(?<=`)[^`]+(?=`)/) ?? []
      const texts = at === undefined ? [] : fixedTexts(root, resolvePointer(root, at.pointer))
      return [fingerprint, [name, ...texts].filter((one) => one !== undefined)]
    }),
  )
}
