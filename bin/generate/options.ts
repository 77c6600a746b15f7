/** Who may be asked to print the types. */
export const typesPrinters = ['openapi-typescript', 'rampart'] as const

export type TypesPrinterName = (typeof typesPrinters)[number]

/** Options of `rampart generate`, as commander gives them. */
export interface Options {
  readonly specs?: string
  readonly input?: readonly string[]
  readonly out: string
  readonly only?: readonly string[]
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly lenient?: boolean
  readonly allowRefs?: readonly string[]
  readonly openEnums?: boolean
  readonly brands?: boolean
  readonly types?: TypesPrinterName
  readonly singleFile?: boolean
  readonly package?: string
  readonly templates?: string
  readonly check?: boolean
  readonly dryRun?: boolean
  readonly watch?: boolean
  readonly json?: boolean
}
