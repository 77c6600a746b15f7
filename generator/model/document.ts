import type { Problem } from '../../diagnostics/index.js'
import type { Dialect, NamedOperation } from '../../document/index.js'
import type { JsonSchema, Surface } from '../../runtime/surface.js'

/** The tree of a document after parsing and bundling: every `$ref` in it is local and resolves. */
export type RawObject = Readonly<Record<string, unknown>>

/** A document that passed the checks of `load/`. */
export interface LoadedDocument {
  readonly name: string
  readonly file: string
  readonly sha256: string
  /** False if parts of it came from other files. */
  readonly isSelfContained: boolean
  /** Texts of the other files, by their paths from its folder; undefined for one that is not read from disk. */
  readonly others: Readonly<Record<string, string | undefined>>
  readonly root: RawObject
  /** All of the document, selected or not. */
  readonly operations: readonly NamedOperation[]
  readonly dialect: Dialect
  /** Whether responses are validated as strictly as requests, see GenerateOptions. */
  readonly closedResponses: boolean
  /** Whether operations that OpenAPI 3.2 adds are included. */
  readonly hasNewer: boolean
  /** Notes on everything that is not read as written. */
  readonly problems: readonly Problem[]
  /** The parts that were replaced by something that accepts anything, or removed. */
  readonly gaps: readonly Gap[]
  /** Maps a path to the document before it was converted from Swagger 2.0, if it exists there. */
  readonly pathInText?: (path: readonly string[]) => readonly string[] | undefined
}

/** An unreadable part of a document, with the reason. */
export interface Gap {
  /** Its path in the original document. */
  readonly path: readonly string[]
  readonly reason: string
  /** Name of the parameter that it is in, if its path has an index, which may shift when others are removed. */
  readonly parameter?: string
}

/** The direction of a value, which determines the effect of readOnly and writeOnly. */
export type Direction = 'request' | 'response'

/** One schema in one direction, which becomes a validation function. It refers to others only by `unit`. */
export interface Unit {
  /** The identifier that the validator is exported as, and its name in `Surface.validator`. */
  readonly name: string
  readonly pointer: string
  readonly direction: Direction | 'both'
  /** The schema for ajv: only keywords of JSON Schema, and those of `validators/vocabulary.ts`. */
  readonly schema: JsonSchema
  /** TypeScript type that the validator asserts, in terms of `types.d.ts`. */
  readonly type: string
  /** True for a unit without an export, which replaces equal schemas of the document. */
  readonly isShared?: boolean
}

/** Prose of an operation for comments. */
export interface OperationDocumentation {
  readonly summary?: string
  readonly description?: string
  /** The link to external documentation. */
  readonly link?: string
  /** Description of the body. */
  readonly body?: string
}

export interface Tag {
  readonly name: string
  /** Empty where the document has none. */
  readonly description: string
  readonly operations: readonly string[]
}

/** Everything that is printed for one document; except for types, nothing after it reads the raw tree. */
export interface DocumentModel extends Omit<Surface, 'version' | 'validator'> {
  /** Name of the output folder. */
  readonly name: string
  /** Source of the document, for messages. */
  readonly file: string
  readonly names: ExportedNames
  /** By operation. */
  readonly documentation: ReadonlyMap<string, OperationDocumentation>
  /** Tags of operations; those without one have the tag `default`. */
  readonly tags: readonly Tag[]
  readonly units: readonly Unit[]
  readonly events: EventsModel
}

/** Names of what is exported for one operation. */
export interface OperationNames {
  readonly function: string
  /** Prefix of the names of its types: `CreateCustomer` of `CreateCustomerBody`. */
  readonly type: string
}

/** Identifiers of everything that a version exports, by the names that the document gives. */
export interface ExportedNames {
  /** By component schema: the identifier of its type, its constants and its validator. */
  readonly schemas: ReadonlyMap<string, string>
  /** By operation, as the tables name it. */
  readonly operations: ReadonlyMap<string, OperationNames>
}

/** One type of event that webhooks deliver. */
export interface EventModel {
  /** The tag value of the event; the name of the webhook if no member of the body contains the type. */
  readonly type: string
  /** Whether a member of the body contains the type. */
  readonly isTagged: boolean
  /** TypeScript type of the body, in terms of the generated `types.d.ts`. */
  readonly body: string
  /** TypeScript type of the message in it, if the document defines it. */
  readonly message: string | undefined
  /** Name of the unit that validates the body. */
  readonly validator: string | undefined
}

export interface EventsModel {
  /** The member of a body that contains the type of its event. */
  readonly tag: string
  readonly events: readonly EventModel[]
}

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
  /** Digests of the other files, by their paths from its folder; empty for one that is not read from disk. */
  readonly others?: Readonly<Record<string, string>>
  readonly problems: readonly Problem[]
}

/** The record of an earlier run in a folder. */
export interface Manifest {
  readonly made: string
  readonly documents: Readonly<Record<string, DocumentRecord>>
  /** Digest of each file, by path. */
  readonly files: Readonly<Record<string, string>>
}
