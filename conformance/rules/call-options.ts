/** A parameter's value before it is written: text, or a list for array parameters. */
export type ParameterValue = string | readonly string[]

/** The differences of a call from the plain one. */
export interface CallOptions {
  /** Values for the parameters in the path, from left to right. */
  readonly path?: readonly string[]
  readonly query?: Readonly<Record<string, ParameterValue>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent just as it is, in place of a body: it may be no JSON at all. */
  readonly rawBody?: string
  /** Sent after all others. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Values of X-API-Version, one header line each; by default the version that is tested. */
  readonly version?: readonly string[]
  /** `none` sends no key, anything else is sent in place of the user's. */
  readonly key?: string
  readonly idempotencyKey?: string | null
  /** Another request with the same key is under way, so this one may get the stored answer. */
  readonly mayBeReplay?: boolean
  /** Sends the query just as given, even without parameters that the document requires. */
  readonly exactQuery?: boolean
  /** The call is made so that it can change nothing, though its method could. */
  readonly changesNothing?: boolean
  /** The call was made up from the document, or against it: it may be refused for reasons that nobody can know. */
  readonly isGuess?: boolean
  /** The call is none that the document has: what answers it may be no part of the API, so nobody looks on. */
  readonly isStray?: boolean
}
