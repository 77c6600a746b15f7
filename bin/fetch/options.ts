/** Options of `rampart fetch`, as commander gives them. */
export interface FetchCommandOptions {
  readonly specUrl?: string
  readonly out: string
  readonly frozen?: boolean
  readonly allowOrigin?: readonly string[]
  /** In seconds. */
  readonly timeout?: number
  readonly json?: boolean
}
