import type { Choices } from './choices.js'
import type { State } from './state.js'

/** A request with the parts that every operation needs. */
export interface Call {
  readonly method: string
  /** Below the API root. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
  readonly choices: Choices
  readonly state: State
  /** The version served. */
  readonly version: string
}

const momentMs = 2_000

/**
 * Whether a service that shows things with a delay does not show one yet: at its first read, soon after its creation.
 */
export const isUnread = ({ state, choices }: Pick<Call, 'state' | 'choices'>, id: string): boolean => {
  const createdAt = state.unread.get(id)
  state.unread.delete(id)
  return choices.readable === 'in a moment' && createdAt !== undefined && Date.now() - createdAt < momentMs
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string
}

export const json = (status: number, value: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

/** A refusal in words, in the form that this service chose. */
export const refuse = ({ refusal }: Choices, status: number, why: string): Answer => {
  if (refusal === 'empty') return { status, headers: {}, body: '' }
  if (refusal === 'json string') return json(status, why)
  const words = refusal === 'text in brackets' ? JSON.stringify([why]) : why
  return { status, headers: { 'content-type': 'text/plain; charset=latin1' }, body: words }
}

/** Ends an operation with a refusal. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    why: string,
  ) {
    super(why)
  }
}

export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** An answer with further headers. */
export const withHeaders = (answer: Answer, more: Answer['headers']): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...more },
})
