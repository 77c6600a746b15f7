/** Names of the printers of types. */
export type PrinterName = 'openapi-typescript' | 'rampart'

/** A reason why a run uses our own printer. */
export interface Reason {
  /** Id of a construct, or of an option. */
  readonly id: string
  readonly name: string
  /** Location of the first occurrence; undefined for an option. */
  readonly document?: string
  readonly pointer?: string
}
