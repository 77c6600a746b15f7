import type { Manifest } from './manifest.js'
import type { PrinterName } from './printer.js'

/** Where a run takes its parts from, and what it leaves out. */
export interface GenerateOptions {
  /** Folder of the templates that rampart ships. */
  readonly templates: string
  /** Folder of templates that replace shipped ones of the same name. */
  readonly ownTemplates?: string
  /** Folder of the compiled runtime. */
  readonly runtime: string
  /** The digest of this build of the generator, its templates and its runtime. */
  readonly build?: string
  /** Leaves out all but tables and validators: for tools that only run the code. */
  readonly tablesOnly?: boolean
  /** A reference that names nothing becomes a gap in the output, and is reported; otherwise it ends the run. */
  readonly lenient?: boolean
  /** Folders and hosts that references may lead to, beside the folder that a document is in. */
  readonly allowRefs?: readonly string[]
  /** Judges responses as strictly as requests: what a closed schema does not name is an error. */
  readonly closedResponses?: boolean
  /** Patterns of the tags and operation ids to generate for, and of those to leave out. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  /** Types of responses take values that an enumeration does not list. */
  readonly openEnums?: boolean
  /** Types of their own for `uuid`, `date-time` and `decimal`. */
  readonly brands?: boolean
  /** One file of types for each document, and nothing else. */
  readonly singleFile?: boolean
  /** File of the compiled thread that openapi-typescript runs in, where it does not stand beside its module. */
  readonly typesWorker?: string
  /** Name of the package that the output is to be; without one it is a folder of code. */
  readonly packageName?: string
  /** Which printer the types come from; without it the documents decide. */
  readonly types?: PrinterName
  /** The output of an earlier run: versions that would be generated from the same are taken from there. */
  readonly previous?: PreviousRun
  /** Ends the run between two of its steps. */
  readonly signal?: AbortSignal
  /** Told before each step of the run. */
  readonly onStep?: (step: GenerateStep) => void
}

/** The next step of a run, with the number of its document, counted from 1. */
export interface GenerateStep {
  readonly step: 'read' | 'build' | 'declare' | 'compile'
  readonly document: string
  readonly number: number
  readonly of: number
}

/** An earlier run. */
export interface PreviousRun {
  readonly manifest: Manifest
  /** Its files in UTF-8 that are as it left them, by path. */
  readonly files: ReadonlyMap<string, Uint8Array>
}
