/** A name, a literal, or an expression of literals. The partial `string` quotes the strings in it. */
export type Code = string

/** A type. The partials `object`, `member`, `comment` and `string` lay it out. */
export type TypeCode = string

/** Code that is printed as it is. */
export type Statements = string

/** One version of the output. */
export interface VersionRow {
  /** The name of the version as a literal. */ readonly key: Code
  /** The path of its folder, with a slash at its end, escaped for a literal. */ readonly folder: Code
  /** A name for its module. */ readonly alias: Code
}

/** Names that a chunk uses and another chunk declares. */
export interface BorrowedRow {
  /** Names for an import. */ readonly names: Code
  /** Path of the chunk that exports them. */ readonly path: Code
}

/** A chunk of a module, with the rows that it prints. */
export interface ChunkRow {
  /** Its number, from 1. */ readonly number: Code
  /** Its path from the module. */ readonly path: Code
}

/**
 * The location of a file. A module that would be too large as one file is cut: its templates print each
 * chunk, and then the module itself, which re-exports the chunks.
 */
export interface ModuleValues {
  /** The number of the chunk; empty for the module itself. */ readonly chunk: Code
  /** Path of the folder of the version. */ readonly folder: Code
  /** Path of the folder of the output. */ readonly root: Code
  /** The names of other chunks that this one mentions. */ readonly borrowed: readonly BorrowedRow[]
}

/** One declaration. */
export interface DeclarationRow {
  /** Its name, as it is declared. */ readonly name: Code
  /** Its type. */ readonly type: TypeCode
  /** Escaped lines of its comment. */ readonly comment: readonly string[]
}

/** A member of an interface or of an object type, which the partial `member` lays out. */
export interface MemberRow {
  /** Its name, as the key of a member. */ readonly name: Code
  /** Its type. */ readonly type: TypeCode
  /** Whether it is optional. */ readonly isOptional: boolean
  readonly isReadonly: boolean
  /** Escaped lines of its comment. */ readonly comment: readonly string[]
}

/** The members of an interface. */
export interface MembersRow {
  /** Name of the interface. */ readonly name: Code
  readonly members: readonly MemberRow[]
}

/** The types of a document: the interfaces of openapi-typescript. */
export interface TypesValues extends ModuleValues {
  /** The chunks; empty if this file contains all of the rows below. */ readonly chunks: readonly ChunkRow[]
  readonly paths: readonly MemberRow[]
  readonly webhooks: readonly MemberRow[]
  readonly operations: readonly MemberRow[]
  /** The schemas below `$defs`. */ readonly defs: readonly MemberRow[]
  /** Schemas with readOnly or writeOnly, as requests have them. */ readonly requests: readonly MemberRow[]
  /** The components by their kind; the types of schemas are in `schemas.d.ts`. Empty in a chunk. */
  readonly components: readonly MemberRow[]
  /** Components other than schemas, for the chunks that contain them. */
  readonly responses: readonly MemberRow[]
  readonly parameters: readonly MemberRow[]
  readonly requestBodies: readonly MemberRow[]
  readonly headers: readonly MemberRow[]
  readonly pathItems: readonly MemberRow[]
  /** Whether there is an interface of request schemas, here or in chunks. */ readonly hasRequests: boolean
  /** Generic types that the others use; the names include their parameters. */
  readonly helpers: readonly DeclarationRow[]
  /** Names that are imported from the runtime; empty for none. */ readonly brands: Code
}

/** The component schemas of a document, as types with names. */
export interface SchemaTypesValues extends ModuleValues {
  /** The chunks; empty if this file contains all of the rows below. */ readonly chunks: readonly ChunkRow[]
  /** Names that are imported from `types.d.ts`; empty for none. */ readonly imports: Code
  /** Names that are imported from the runtime; empty for none. */ readonly brands: Code
  readonly schemas: readonly SchemaRow[]
  /** Nested schemas that are targets of references. */ readonly inner: readonly DeclarationRow[]
  readonly helpers: readonly DeclarationRow[]
}

/** A component schema. */
export interface SchemaRow extends DeclarationRow {
  /** The exported name, if it cannot be the declared one; undefined otherwise. */
  readonly alias: Code | undefined
  /** The values of an enumeration; empty for any other schema. */ readonly constants: readonly TableRow[]
  /** Whether each constant has its value as its name, and the type is the union of all. */
  readonly areConstantsValues: boolean
}

/** All types of a document in one file. */
export interface SingleFileValues {
  /** `paths`, `webhooks`, `operations`, `$defs`, and `requests` where there are any. */
  readonly interfaces: readonly MembersRow[]
  /** The components by their kind. */ readonly components: readonly MemberRow[]
  readonly schemas: readonly SchemaRow[]
  /** Nested schemas that are targets of references. */ readonly inner: readonly DeclarationRow[]
  /** Generic types that the others use; the names include their parameters. */
  readonly helpers: readonly DeclarationRow[]
}

/** An enumeration among the component schemas. */
export interface EnumerationRow {
  /** The exported name. */ readonly name: Code
  readonly constants: readonly TableRow[]
}

/** The constants of enumerations. */
export interface SchemasValues {
  /** The chunks; empty if this file contains all of the rows below. */ readonly chunks: readonly ChunkRow[]
  readonly enumerations: readonly EnumerationRow[]
}

/** All versions of the output. */
export interface RootValues {
  /** The versions, oldest first. */ readonly rows: readonly VersionRow[]
}

/** Comments of a document as a whole. */
export interface DocumentValues {
  /** Its name, as a literal: a date, or the name of the file. */ readonly version: Code
  /** Title and name, escaped for a comment. */ readonly comment: string
}

/** The module of a document that a user imports. */
export interface IndexValues extends DocumentValues {
  /** Whether the document has webhooks. */ readonly hasWebhooks: boolean
}

/** One row of a table: a member of an object. */
export interface TableRow {
  /** Its name, as the key of an object. */ readonly key: Code
  /** Its value: an expression. */ readonly value: Code
}

/** A component that several operations share, as a constant. */
export interface ComponentRow {
  /** Name of the constant. */ readonly name: Code
  /** Its value: an expression. */ readonly value: Code
}

/** A tag of operations, with names that are safe where templates print them. */
export interface TagRow {
  /** Its name, for a comment. */ readonly name: string
  /** Its name as an identifier that begins with a capital, for names such as `${type}Api`. */
  readonly type: Code
  /** Its name, as a literal. */ readonly id: Code
  /** Its name, as the key of an object. */ readonly key: Code
  /** Its name as a file name, for `[tag]` in the name of a template. */ readonly file: Code
  /** Its description as lines of a comment. */ readonly comment: readonly string[]
}

/** An operation as a row of a table. */
export interface OperationRow extends TableRow {
  /** Its tags, as literals. */ readonly tags: readonly Code[]
}

/** A tag with the rows of its operations. */
export interface OperationsTagRow extends TagRow {
  readonly operations: readonly OperationRow[]
}

/** The tables of a document. */
export interface OperationsValues extends DocumentValues, ModuleValues {
  /** The chunks; empty if this file contains all of the rows below. */ readonly chunks: readonly ChunkRow[]
  /** The document's title, as a literal. */ readonly title: Code
  /** Digest of its text, as a literal. */ readonly sha256: Code
  /** Components that several operations share, each after those that it refers to. */
  readonly components: readonly ComponentRow[]
  /** The operations by name. */ readonly operations: readonly OperationRow[]
  /** The operations by tag; those without one have the tag `default`. */
  readonly tags: readonly OperationsTagRow[]
  /** The members that most operations have: an object. */ readonly usual: Code
  /** The operations of webhooks, likewise. */ readonly webhooks: readonly TableRow[]
  /** The security schemes by name. */ readonly securitySchemes: readonly TableRow[]
  /** The component schemas by name. */ readonly schemas: readonly TableRow[]
  /** Names of their validators in each direction. */ readonly schemaValidators: readonly TableRow[]
}

/** A sentence about one or more changes. */
export interface MigrationEntry {
  /** The sentence, without a full stop. */ readonly text: string
  /** The affected operations, if the sentence does not name them. */ readonly reach: string
  /** The summary of a new operation. */ readonly detail: string
  /** The advice for a client. */ readonly advice: string
  /** The reason why a rename or a move was assumed. */ readonly guess: string
}

/** Changes of one area of the API. */
export interface MigrationGroup {
  /** The area: a tag, or the beginning of paths. Empty where the chapter has one group. */
  readonly heading: string
  readonly entries: readonly MigrationEntry[]
}

/** Changes of one kind. */
export interface MigrationChapter {
  readonly title: string
  readonly groups: readonly MigrationGroup[]
}

/** Changes from one version to the next. All texts are Markdown; those that do not apply are empty. */
export interface MigrationValues {
  /** Name of the version before. */ readonly from: string
  /** Name of the version. */ readonly to: string
  /** The number of changes that need action, by kind. */ readonly counts: string
  /** The changes that the service announced for the version. */ readonly announced: readonly string[]
  /** The kinds of change, those that need action first. */ readonly chapters: readonly MigrationChapter[]
  /** The number of entries beyond those listed; undefined if there are none. */
  readonly omitted: number | undefined
  /** The number of changed texts, such as `14 texts`; undefined if there are none. */
  readonly texts: string | undefined
}

/** A security scheme of a document. */
export interface SchemeRow {
  /** Its name, as the key of an object. */ readonly key: Code
  /** The location of the credential. */ readonly fields: readonly TableRow[]
}

/** A body that an operation accepts. */
export interface BodyRow {
  /** Its type. */ readonly type: TypeCode
  /** Its media type: a literal, or `string` for a range. */ readonly mediaType: Code
  /** Whether callers may omit the media type. */ readonly isMediaTypeOptional: boolean
}

/** A response of an operation. */
export interface ResponseRow {
  /** Its status as a literal: a number, a range or `default`; a union where several have one type. */
  readonly status: TypeCode
  /** Type of its body. */ readonly body: TypeCode
  /** The type of `ok`: whether it is a success. */ readonly ok: TypeCode
}

/** A function that calls an operation. */
export interface FunctionRow {
  /** Name of the function. */ readonly name: Code
  /** The prefix of its type names. */ readonly type: Code
  /** Name of the operation, as a literal. */ readonly id: Code
  /** Name of the operation, as the key of an object. */ readonly key: Code
  /** Its tags, as literals. */ readonly tags: readonly Code[]
  /** Summary and description as lines of a comment. */ readonly prose: readonly string[]
  /** Method and path for a comment. */ readonly endpoint: string
  /** Description of the body for a comment; empty where it has none. */ readonly bodyNote: string
  /** A link of the document, for a comment; empty if it has none. */ readonly link: string
  /** Whether it is deprecated. */ readonly isDeprecated: boolean
  /** The description of the operation that the client needs. */ readonly fields: readonly TableRow[]
  /** Parameters that callers give: a member of the request for each location, such as `path` or `headers`. */
  readonly parameters: readonly MemberRow[]
  /** The body that it accepts; undefined if it accepts none, or several. */
  readonly body: BodyRow | undefined
  /** The bodies that it accepts, if there are several. */ readonly bodies: readonly BodyRow[]
  /** Whether callers may omit the body. */ readonly isBodyOptional: boolean
  /** Whether callers may give an idempotency key. */ readonly takesKey: boolean
  /** Whether callers may omit the whole request. */ readonly isRequestOptional: boolean
  /** Its responses, successes first. */ readonly responses: readonly ResponseRow[]
}

/** Validators of the bodies of one response. */
export interface JudgedResponseRow {
  /** Its status as the key of an object. */ readonly key: Code
  /** Its validators by media type: an object, or the name of a constant. */ readonly content: Code
}

/** The validators of the requests and the responses of an operation. */
export interface JudgedOperationRow {
  /** The exported name. */ readonly name: Code
  /** Name of the function that calls the operation. */ readonly functionName: Code
  /** Name of the operation, as a literal. */ readonly id: Code
  /** Name of the operation, as the key of an object. */ readonly key: Code
  /** Functions by location and name of a parameter. */ readonly parameters: readonly TableRow[]
  /** Functions by media type of the body. */ readonly body: readonly TableRow[]
  /** Whether a request without a body is wrong. */ readonly isBodyRequired: boolean
  /** The exported name of the validators of its responses. */ readonly responsesName: Code
  /** Name of its errors, if other operations have the same; empty otherwise. */ readonly errors: Code
  /** Validators of its other responses. */ readonly responses: readonly JudgedResponseRow[]
}

/** A function of the module of validators. */
export interface JudgeRow {
  /** Name of the function inside the module. */ readonly local: Code
  /** Its statements, a line each. */ readonly body: Statements
}

/** A validator that is exported. */
export interface ValidatorRow {
  /** Name of its function inside the module. */ readonly local: Code
  /** The exported name. */ readonly name: Code
  /** Its name inside the module, which differs where the exported name would shadow a name in use. */
  readonly constant: Code
  /** Whether the two names differ. */ readonly isRenamed: boolean
  /** The type that it asserts. */ readonly type: TypeCode
}

/** A chunk of the module of validators. */
export interface ValidatorsChunkRow extends ChunkRow {
  readonly validators: readonly ValidatorRow[]
  readonly operations: readonly JudgedOperationRow[]
}

/** A constant that validators use. */
export interface ValidatorConstantRow {
  /** Its name. */ readonly name: Code
  /** Its value: a pattern, a list or a set. */ readonly value: Statements
}

/** The module of validators. */
export interface ValidatorsValues extends ModuleValues {
  /** The chunks; empty if this file contains all of the rows below. */
  readonly chunks: readonly ValidatorsChunkRow[]
  /** Names that are imported from the runtime. */ readonly imports: Code
  /** Patterns, lists and sets. */ readonly constants: readonly ValidatorConstantRow[]
  /** The validators of schemas, including those that only other validators call. */
  readonly functions: readonly JudgeRow[]
  readonly validators: readonly ValidatorRow[]
  /** Errors that several operations share: objects of validators by status. */
  readonly errors: readonly ComponentRow[]
  readonly operations: readonly JudgedOperationRow[]
  /** Whether a type refers to request schemas. */ readonly hasRequests: boolean
}

/** A tag with the functions of its operations. */
export interface ClientTagRow extends TagRow {
  readonly functions: readonly FunctionRow[]
}

/** A chunk of the client. */
export interface ClientChunkRow extends ChunkRow {
  readonly functions: readonly FunctionRow[]
}

/** The client of a document. */
export interface ClientValues extends DocumentValues, ModuleValues {
  /** The chunks; empty if this file contains the functions. */ readonly chunks: readonly ClientChunkRow[]
  /** The description of the service that the client needs, beside the version and its schemes. */
  readonly service: readonly TableRow[]
  /** The security schemes. */ readonly schemes: readonly SchemeRow[]
  /** Type of the names of the security schemes. */ readonly schemeNames: TypeCode
  /** Whether the document names no server, so that the caller must provide one. */
  readonly needsBaseUrl: boolean
  /** Whether the document reads a version header, and is not dated itself. */ readonly wantsVersion: boolean
  /** A function for each operation. */ readonly functions: readonly FunctionRow[]
  /** The functions by tag; operations without one have the tag `default`. */
  readonly tags: readonly ClientTagRow[]
  /** Names of the interfaces of `types.d.ts` that the types refer to, for an import; empty where there are none. */
  readonly imports: Code
  /** Whether types refer to component schemas by their names in `schemas.d.ts`. */
  readonly usesSchemas: boolean
  /** Type of the error of a version that is not served; undefined where the document has none. */
  readonly versionError: TypeCode | undefined
  /** The value of its `error`, as a literal; undefined where the document has no such error. */
  readonly versionErrorCode: Code | undefined
  /** Type of the lists of errors with a code and a message; undefined where the document has none. */
  readonly errors: TypeCode | undefined
}

/** An event that webhooks deliver. */
export interface EventRow {
  /** Its type as the key of an object. */ readonly key: Code
  /** Its type as a literal. */ readonly name: Code
  /** Type of its body. */ readonly body: TypeCode
  /** Its type as a literal where the body names it, else `unknown`. */ readonly tag: TypeCode
  /** Type of its message. */ readonly message: TypeCode
  /** Name of its validator; undefined where it has none. */ readonly validator: Code | undefined
}

/** The webhooks of a document. */
export interface WebhooksValues {
  /** The events, in the order of the document. */ readonly rows: readonly EventRow[]
  /** The member of a body that distinguishes events, as a literal. */ readonly tag: Code
  /** Names of the types in the rows, for an import. */ readonly types: Code
}

/** The content of a module, apart from its location. */
export type ContentOf<Values> = Omit<Values, keyof ModuleValues | 'chunks'>

/** The values of each template, by its name. A template that uses any other name ends the run. */
export interface TemplateModel {
  'types.d.ts': TypesValues
  'schemas.js': SchemasValues
  'schemas.d.ts': SchemaTypesValues
  'single.d.ts': SingleFileValues
  'operations.js': OperationsValues
  'operations.d.ts': OperationsValues
  'validators.js': ValidatorsValues
  'validators.d.ts': ValidatorsValues
  'client.js': ClientValues
  'client.d.ts': ClientValues
  'webhooks.js': WebhooksValues
  'webhooks.d.ts': WebhooksValues
  'index.js': IndexValues
  'index.d.ts': IndexValues
  'MIGRATION.md': MigrationValues
  'root.js': RootValues
  'root.d.ts': RootValues
}

/** The members of an object type inside a type. */
export interface ObjectValues {
  readonly members: readonly MemberRow[]
}

/** A string in an expression or a type. */
export interface StringValues {
  /** Its characters, escaped for double quotes. */ readonly double: string
  /** Its characters, escaped for single quotes. */ readonly single: string
}

/** The name of the type of a component schema. */
export interface TypeNameValues {
  /** Its name in the document, as an identifier. */ readonly name: string
}

/** The values of a file for each tag: those of the client, with the functions of this tag only. */
export interface TagFileValues extends ClientValues {
  readonly tag: ClientTagRow
}

/** The values of files that a user's templates add: for a version, and for each tag. */
export interface FileModel {
  file: ClientValues
  tag: TagFileValues
}

/** The values of the partials that the generator prints directly. */
export interface PartialModel {
  object: ObjectValues
  string: StringValues
  'type-name': TypeNameValues
}
