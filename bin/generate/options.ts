import type { PrinterName } from '../../generator/index.js'

/** Printers of types that may be asked for. */
export const typesPrinters: readonly PrinterName[] = ['openapi-typescript', 'rampart']

/** Options of `rampart generate`, as commander gives them. */
export interface GenerateCommandOptions {
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
  readonly types?: PrinterName
  readonly singleFile?: boolean
  readonly package?: string
  readonly templates?: string
  readonly check?: boolean
  readonly dryRun?: boolean
  readonly watch?: boolean
  readonly json?: boolean
}
