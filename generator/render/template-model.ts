/** Text that is printed as it is: a literal, a name, a type or code. */
export type Code = string

/** One version of the output. */
export interface VersionRow {
  /** The name of the version as a literal. */
  readonly key: Code
  /** The path of what is imported of it, as a literal. */
  readonly path: Code
}

/** One version of the output, by a name that code can use. */
export interface ClientRow extends VersionRow {
  /** A name for the version's module. */
  readonly alias: Code
}

/** Declarations, ready to be printed. */
export interface DeclarationsValues {
  /** All of them. */
  readonly declarations: Code
}

/** All versions of the output. */
export interface IndexValues {
  /** The versions, oldest first. */
  readonly rows: readonly VersionRow[]
}

/** The client that pins a version for each call. */
export interface VersionedClientValues {
  /** The versions, oldest first. */
  readonly rows: readonly ClientRow[]
}

/** What is said of a document as a whole. */
export interface DocumentValues {
  /** Its name, as a literal: a date, or what the file is called. */
  readonly version: Code
  /** Title and name for a comment: nothing in it ends one. */
  readonly comment: Code
}

/** The module that a user imports. */
export interface VersionValues extends DocumentValues {
  /** Whether the document has webhooks. */
  readonly hasWebhooks: boolean
}

/** One row of a table. */
export interface TableRow {
  /** Its name as the key of an object. */
  readonly key: Code
  /** What it holds: an object. */
  readonly value: Code
}

/** A constant of a module. */
export interface ConstantRow {
  /** Its name. */
  readonly name: Code
  /** Its value: an expression. */
  readonly value: Code
}

/** The tables of a document. */
export interface OperationsValues extends DocumentValues {
  /** The document's title, as a literal. */
  readonly title: Code
  /** Digest of its text, as a literal. */
  readonly sha256: Code
  /** Components that several operations have in common, each after those that it refers to. */
  readonly components: readonly ConstantRow[]
  /** The operations by name. */
  readonly operations: readonly TableRow[]
  /** The operations of webhooks, likewise. */
  readonly webhooks: readonly TableRow[]
  /** The security schemes by name. */
  readonly securitySchemes: readonly TableRow[]
  /** The component schemas by name. */
  readonly schemas: readonly TableRow[]
  /** Names of their validators in each direction. */
  readonly schemaValidators: readonly TableRow[]
}

/** An operation or a schema that differs between two versions. */
export interface MigrationEntry {
  /** What it is called, as Markdown. */
  readonly label: string
  /** What differs, as Markdown; empty where nothing more can be said in a few words. */
  readonly details: string
}

/** What changed in one way. */
export interface MigrationGroup {
  readonly heading: string
  readonly entries: readonly MigrationEntry[]
}

/** What changed of one kind. */
export interface MigrationChapter {
  readonly title: string
  readonly groups: readonly MigrationGroup[]
}

/** What changed from one version to the next. */
export interface MigrationValues {
  /** Name of the version before. */
  readonly from: string
  /** Name of the version. */
  readonly to: string
  /** Kinds of which something changed. */
  readonly chapters: readonly MigrationChapter[]
}

/** A part of the runtime that the client of this document needs. */
export interface ClientExtra {
  /** Name of what is imported, and of the client's setting that it is. */
  readonly name: Code
  /** Name of the file below `runtime/client/`, without its ending. */
  readonly file: Code
}

/** The client of a document. */
export interface ClientValues {
  /** Path of the table of operations that this one extends, as a literal; undefined where it holds everything. */
  readonly base: Code | undefined
  /** Operations of the base that are gone, as a pattern that takes them out of it; undefined where there is no base. */
  readonly removed: Code | undefined
  /** What the client needs of each operation, by id: an object. */
  readonly operations: Code
  /** Title and name for a comment. */
  readonly comment: Code
  /** What the client needs of the service: an object. */
  readonly service: Code
  /** Parts of the runtime that it needs beyond the usual. */
  readonly extras: readonly ClientExtra[]
  /** Type of the names of the headers that the client sends by itself. */
  readonly managed: Code
  /** Type of the names of the security schemes. */
  readonly schemes: Code
  /** Whether the document names no server, so that the caller has to. */
  readonly needsBaseUrl: boolean
  /** Whether the document reads a version header, and is not dated itself. */
  readonly wantsVersion: boolean
}

/** An event that webhooks deliver. */
export interface EventRow {
  /** Its type as the key of an object. */
  readonly key: Code
  /** Its type as a literal. */
  readonly name: Code
  /** Type of its body. */
  readonly body: Code
  /** Its type as a literal where the body tells it, else `unknown`. */
  readonly told: Code
  /** Type of its message. */
  readonly message: Code
  /** Path of the module that holds its validator, as a literal; undefined where it has none. */
  readonly path: Code | undefined
  /** Name of the validator in that module; undefined where it has none. */
  readonly exportName: Code | undefined
}

/** The webhooks of a document. */
export interface WebhooksValues {
  /** The events, in the order of the document. */
  readonly rows: readonly EventRow[]
  /** The member of a body that tells events apart, as a literal. */
  readonly tag: Code
  /** Names of the types that the rows mention, for an import. */
  readonly types: Code
}

/** What each template is given, by its name. A template that asks for anything else ends the run. */
export interface TemplateModel {
  'types.d.ts': DeclarationsValues
  'enums.js': DeclarationsValues
  'enums.d.ts': DeclarationsValues
    'operations.js': OperationsValues
  'operations.d.ts': OperationsValues
  'validator.js': ValidatorValues
  'validator.d.ts': ValidatorTypesValues
  'validators-load.js': LoadersValues
  'validators-load.d.ts': LoaderTypesValues
  'validators-index.js': ExportsValues
  'validators-index.d.ts': ExportTypesValues
  'client.js': ClientValues
  'client.d.ts': ClientValues
  'versioned-client.js': VersionedClientValues
  'versioned-client.d.ts': VersionedClientValues
  'version.js': VersionValues
  'version.d.ts': VersionValues
  'MIGRATION.md': MigrationValues
  'index.js': IndexValues
  'index.d.ts': IndexValues
  'webhooks.js': WebhooksValues
  'webhooks.d.ts': WebhooksValues
}
