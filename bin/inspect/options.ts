/** Options of `rampart inspect`, as commander gives them. */
export interface InspectOptions {
  readonly baseUrl?: string
  readonly specUrl?: string
  readonly specs: string
  readonly reportDir: string
  readonly json?: boolean
}
