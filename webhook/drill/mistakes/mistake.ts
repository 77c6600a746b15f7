/** A mistake of a receiver: one cause of any number of failures. */
export interface Mistake {
  /** Stable name. */
  readonly name: string
  /** The behaviour of the receiver, as a sentence. */
  readonly title: string
  /** The fix. */
  readonly fix: string
}

/** A mistake that is recognized by its failed cases, each named `<rule without its area>#<case>`; `*` is any text. */
export interface Pattern extends Mistake {
  /** At least one case of each of these failed. */
  readonly when: readonly string[]
  /** No case of these failed. */
  readonly unless?: readonly string[]
  /** The failures that it explains. */
  readonly explains: readonly string[]
  /** The failure whose message, with the measurement, is appended to the title. */
  readonly withMessage?: string
}

/** A mistake that a single rule reveals. */
export function alone(name: string, rule: string, title: string, fix: string): Pattern {
  return {
    name,
    title,
    fix,
    when: [rule],
    explains: [rule],
  }
}

/** The fix for verifying other bytes than those received. */
export const rawBytes =
  'Hand the bytes to the verification as they arrived: read them before any parser of JSON (express.raw, request.get_data(), request.body), and parse afterwards.'

/** The fix for parsing timestamps leniently. */
export const tenDigits = 'Refuse webhook-timestamp unless it is exactly ten digits, before any arithmetic.'
