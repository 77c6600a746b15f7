import type { Problem } from '../../diagnostics/index.js'

/** The sources of a run, and options for its output. */
export interface GenerateOptions {
  /** Folder of the bundled templates. */
  readonly templates: string
  /** Folder of templates that override bundled ones of the same name. */
  readonly ownTemplates?: string
  /** Folder of the compiled runtime. */
  readonly runtime: string
  /** The digest of this build of the generator, its templates and its runtime. */
  readonly build?: string
  /** Generates only tables and validators, for tools that run the code without types. */
  readonly tablesOnly?: boolean
  /** Turns a broken reference into a reported gap instead of ending the run. */
  readonly lenient?: boolean
  /** Folders and hosts that references may lead to, in addition to the folder of a document. */
  readonly allowRefs?: readonly string[]
  /** Validates responses as strictly as requests: properties that a closed schema does not declare are errors. */
  readonly closedResponses?: boolean
  /** Patterns for tags and operation ids to include, and to exclude. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  /** Makes types of responses accept values that an enumeration does not list. */
  readonly openEnums?: boolean
  /** Uses branded types for the formats `uuid`, `date-time` and `decimal`. */
  readonly brands?: boolean
  /** Generates one file of types for each document, and nothing else. */
  readonly singleFile?: boolean
  /** File of the compiled openapi-typescript worker, if it is not beside its module. */
  readonly typesWorker?: string
  /** The types of events in a container whose document does not restrict them. */
  readonly events?: ContainedEvents
  /** Name of the package to generate; without it the output is a plain folder of code. */
  readonly packageName?: string
  /** The output of an earlier run, from which unchanged versions are reused. */
  readonly previous?: PreviousRun
  /** Aborts the run between two steps. */
  readonly signal?: AbortSignal
  /** Called before each step of the run. */
  readonly onStep?: (step: GenerateStep) => void
}

/** The events of a service, for documents that describe their container and not the type in it. */
export interface ContainedEvents {
  /** Component of the container. */
  readonly container: string
  /** Component of the message, by the type of the event. */
  readonly messages: Readonly<Record<string, string>>
}

/** The next step of a run, with the number of its document, counted from 1. */
export interface GenerateStep {
  readonly step: 'read' | 'build' | 'declare' | 'compile'
  readonly document: string
  readonly number: number
  readonly of: number
}

export interface PreviousRun {
  readonly manifest: Manifest
  /** Its unchanged files in UTF-8, by path. */
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** One document to generate from. `name` becomes the folder: a date, or a name derived from the file's. */
export interface GeneratorInput {
  readonly name: string
  /** Source of the text, for messages. */
  readonly file: string
  readonly text: string
}

/** One file to write; `path` is relative to the output folder, with forward slashes. */
export interface OutputFile {
  readonly path: string
  readonly content: string
}

/** All files of one run, sorted by path, and the problems of the documents. */
export interface GeneratedSet {
  readonly files: readonly OutputFile[]
  readonly problems: readonly Problem[]
}

export interface DocumentRecord {
  /** SHA-256 of the document's text. */
  readonly sha256: string
  /** Digest of the inputs of its folder. */
  readonly from: string
  /** Whether the document consists of one file: one that refers to other files may change without changing itself. */
  readonly isSelfContained: boolean
  readonly problems: readonly Problem[]
}

/** The record of an earlier run in a folder. */
export interface Manifest {
  readonly made: string
  readonly documents: Readonly<Record<string, DocumentRecord>>
  /** Digest of each file, by path. */
  readonly files: Readonly<Record<string, string>>
}
