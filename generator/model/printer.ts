/** Names of the printers of types. */
export const printerNames = ['openapi-typescript', 'rampart'] as const

export type PrinterName = (typeof printerNames)[number]

/** Why a run takes our own printer. */
export interface Reason {
  /** Id of a construct, or of an option. */
  readonly id: string
  readonly name: string
  /** Where it stands first; undefined for an option. */
  readonly document?: string
  readonly pointer?: string
}
