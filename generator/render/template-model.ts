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

/** One declaration. */
export interface DeclarationRow {
  /** Its name, as it is declared. */
  readonly name: Code
  /** Its type. */
  readonly text: Code
  /** Lines of its comment: nothing in them ends one. */
  readonly comment: readonly string[]
}

/** The types of a document: the interfaces that openapi-typescript made known. */
export interface TypesValues {
  readonly paths: readonly DeclarationRow[]
  readonly webhooks: readonly DeclarationRow[]
  readonly operations: readonly DeclarationRow[]
  /** The schemas below `$defs`. */
  readonly defs: readonly DeclarationRow[]
  /** What requests hold of schemas with readOnly or writeOnly. */
  readonly requests: readonly DeclarationRow[]
  /** The component schemas, which stand in `schemas.d.ts`. */
  readonly schemas: readonly SchemaMember[]
  /** The other components, by their kind. */
  readonly kinds: readonly { readonly name: Code; readonly members: readonly DeclarationRow[] }[]
  /** Generic types that the others use; the names come with their parameters. */
  readonly helpers: readonly DeclarationRow[]
  /** Names that are imported from the runtime; empty for none. */
  readonly brands: Code
}

/** A component schema, by the name that it is declared by in `schemas.d.ts`. */
export interface SchemaMember {
  /** Its name in the document, as the key of a member. */
  readonly key: Code
  /** The identifier that it is exported by. */
  readonly name: Code
}

/** The component schemas of a document, as types with names. */
export interface SchemaTypesValues {
  /** Names that are imported from `types.d.ts`; empty for none. */
  readonly imports: Code
  /** Names that are imported from the runtime; empty for none. */
  readonly brands: Code
  readonly schemas: readonly SchemaRow[]
  /** What stands inside other schemas and is referred to. */
  readonly inner: readonly DeclarationRow[]
  readonly helpers: readonly DeclarationRow[]
}

/** A component schema. */
export interface SchemaRow extends DeclarationRow {
  /** The name that it is exported by, where it cannot be declared by that; undefined otherwise. */
  readonly alias: Code | undefined
  /** The values of an enumeration; empty for any other schema. */
  readonly constants: readonly ConstantRow[]
}

/** One value of an enumeration. */
export interface ConstantRow {
  /** Its name as a member of a type. */
  readonly key: Code
  /** Its name as a member of an object. */
  readonly member: Code
  /** The value, as a literal. */
  readonly value: Code
}

/** The constants of enumerations. */
export interface SchemasValues {
  readonly enumerations: readonly { readonly name: Code; readonly constants: readonly ConstantRow[] }[]
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
export interface SurfaceValues {
  /** Its name, as a literal: a date, or what the file is called. */
  readonly version: Code
  /** Its title, as a literal. */
  readonly title: Code
  /** Title and name for a comment: nothing in it ends one. */
  readonly comment: Code
  /** Digest of its text, as a literal. */
  readonly sha256: Code
}

/** The tables of operations. */
export interface OperationsValues {
  /** Path of the table that this one extends, as a literal; undefined where it holds everything. */
  readonly base: Code | undefined
  /** Path of the types that the names extend, as a literal; undefined where all names are listed. */
  readonly baseTypes: Code | undefined
  /** The operations by name: an object, or a call that extends that of the base. */
  readonly operations: Code
  /** The operations of webhooks, likewise. */
  readonly webhooks: Code
  /** The security schemes by name: an object. */
  readonly securitySchemes: Code
  /** Type of the names of operations: a union, one a line. */
  readonly operationIds: Code
  /** Type of the names of webhooks' operations, likewise. */
  readonly webhookIds: Code
}

/** The code of a module of validators. */
export interface ValidatorValues {
  /** Imports, functions and exports. */
  readonly code: Code
}

/** A validator that is handed on from elsewhere. */
export interface HandedOn {
  /** Its name there. */
  readonly from: Code
  /** Its name here; `default` for the default export. */
  readonly as: Code
}

/** What a module of validators declares. */
export interface ValidatorTypesValues {
  /** Path of the declarations that the validators of component schemas are handed on from, as a literal. */
  readonly index: Code
  /** What is handed on from there. */
  readonly handedOn: readonly HandedOn[]
  /** Path of the table that the types of the others are in, as a literal; undefined where there are none. */
  readonly table: Code | undefined
  /** Type of the validator that is the default export; undefined where there is none, or it is handed on. */
  readonly main: Code | undefined
  /** The others: names with their types, as one declaration lists them; empty where there are none. */
  readonly named: Code
}

/** A validator that `load` finds by name. */
export interface LoaderRow {
  /** Its name as the key of an object. */
  readonly key: Code
  /** Path of the module that holds it, as a literal. */
  readonly path: Code
  /** Its name in that module. */
  readonly exportName: Code
}

/** The table that loads validators by name. */
export interface LoadersValues {
  /** Path of the table that this one extends, as a literal; undefined where it holds everything. */
  readonly base: Code | undefined
  /** What names that this table lacks are looked up in: `null` where it holds everything. */
  readonly older: Code
  /** Names of the base that are gone, as keys of an object. */
  readonly removed: readonly Code[]
  /** The validators that it has itself. */
  readonly rows: readonly LoaderRow[]
}

/** What that table declares. */
export interface LoaderTypesValues {
  /** Imports of the types of other versions; empty where there are none. */
  readonly imports: Code
  /** Declarations that come before the table: the interface that versions extend, or short names. */
  readonly interface: Code
  /** Body of the interface of all validators by name, with what it extends. */
  readonly validators: Code
}

/** A validator of a component schema, under the name that it is exported by. */
export interface ExportRow {
  /** Its name in the module that holds it. */
  readonly from: Code
  /** The name that it is exported by. */
  readonly as: Code
  /** Path of that module, as a literal. */
  readonly path: Code
}

/** The validators of component schemas by name. */
export interface ExportsValues {
  /** Path of the module that everything else is handed on from, as a literal; undefined where there is none. */
  readonly base: Code | undefined
  /** The validators that it exports itself. */
  readonly rows: readonly ExportRow[]
}

/** What those are declared as. */
export interface ExportTypesValues {
  /** Path of the declarations that everything else is handed on from, as a literal; undefined where there are none. */
  readonly base: Code | undefined
  /** Whether a type mentions `Validators`, the table of all. */
  readonly usesTable: boolean
  /** Short names that the types mention; undefined where they mention none. */
  readonly head: Code | undefined
  /** Names with their types, as one declaration lists them; empty where there are none. */
  readonly declared: Code
  /** Export of those whose names no constant may have; undefined where there are none. */
  readonly renamed: Code | undefined
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
  'types.d.ts': TypesValues
  'schemas.js': SchemasValues
  'schemas.d.ts': SchemaTypesValues
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
  'surface.js': SurfaceValues
  'surface.d.ts': SurfaceValues
  'index.js': IndexValues
  'index.d.ts': IndexValues
  'webhooks.js': WebhooksValues
  'webhooks.d.ts': WebhooksValues
}
