import type { Problem } from '../../diagnostics/index.js'
import type { Dialect } from '../../document/index.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import type { Surface } from '../../runtime/surface.js'

/** The tree of a document after parsing and bundling: every `$ref` in it is local and resolves. */
export type RawObject = Readonly<Record<string, unknown>>

/** A document that passed the checks of `load/`. */
export interface LoadedDocument {
  readonly name: string
  readonly file: string
  readonly sha256: string
  /** False if parts of it came from other files. */
  readonly isSelfContained: boolean
  readonly root: RawObject
  readonly dialect: Dialect
  /** Whether responses are validated as strictly as requests, see GenerateOptions. */
  readonly closedResponses: boolean
  /** Whether operations that OpenAPI 3.2 adds are included. */
  readonly hasNewer: boolean
  /** Notes on everything that is not read as written. */
  readonly problems: readonly Problem[]
  /** The parts that were replaced by something that accepts anything, or removed. */
  readonly gaps: readonly Gap[]
  /**
   * Maps a path to the user's document, if it was converted from Swagger 2.0; gives undefined for a path without a
   * counterpart there.
   */
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
  /** The schema for ajv: only keywords of JSON Schema, and those of `validators/unit-keywords.ts`. */
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

type SurfaceData =
  | 'title'
  | 'sha256'
  | 'operations'
  | 'webhooks'
  | 'securitySchemes'
  | 'schemas'
  | 'schemaValidators'

/** Everything that is printed for one document; except for types, nothing after it reads the raw tree. */
export interface DocumentModel extends Pick<Surface, SurfaceData> {
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
  readonly message?: string
  /** Name of the unit that validates the body. */
  readonly validator?: string
}

export interface EventsModel {
  /** The member of a body that contains the type of its event. */
  readonly tag: string
  readonly events: readonly EventModel[]
}
