/** Names of the printers of types. */
export type PrinterName = 'openapi-typescript' | 'rampart'

/** Why a run takes our own printer. */
export interface Reason {
  /** Id of a construct, or of an option. */
  readonly id: string
  readonly name: string
  /** Where it stands first; undefined for an option. */
  readonly document?: string
  readonly pointer?: string
}
