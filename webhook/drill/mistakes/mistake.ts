/** A mistake that a receiver makes: one cause, however many drills it fails. */
export interface Mistake {
  /** Stable name. */
  readonly name: string
  /** The behaviour of the receiver, as a sentence. */
  readonly title: string
  /** How it is mended. */
  readonly mend: string
}

/** A mistake that is told by which cases failed, each named `<rule without its area>#<case>`; `*` is any text. */
export interface Pattern extends Mistake {
  /** Some case of each of these failed. */
  readonly when: readonly string[]
  /** No case of these failed. */
  readonly unless?: readonly string[]
  /** The failures that it explains. */
  readonly explains: readonly string[]
  /** The failure whose message goes behind the title: it holds what was measured. */
  readonly withMessage?: string
}

/** A mistake that one rule tells alone. */
export function alone(name: string, rule: string, title: string, mend: string): Pattern {
  return {
    name,
    title,
    mend,
    when: [rule],
    explains: [rule],
  }
}

/** Advice where other bytes than those that arrived are verified. */
export const rawBytes =
  'Hand the bytes to the verification as they arrived: read them before any parser of JSON (express.raw, request.get_data(), request.body), and parse afterwards.'

/** Advice where a timestamp is read too leniently. */
export const tenDigits = 'Refuse webhook-timestamp unless it is exactly ten digits, before any arithmetic.'
