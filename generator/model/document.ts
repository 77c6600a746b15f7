import type { Problem } from '../../diagnostics/index.js'
import type { Dialect } from '../../document/index.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import type { Surface } from '../../runtime/surface.js'
import type { EventsModel } from './event.js'
import type { ExportedNames } from './names.js'

/** The raw tree of a document after parsing and bundling: every `$ref` in it is local and resolves. */
export type RawObject = Readonly<Record<string, unknown>>

/** A document that passed the gate of `load/`. */
export interface LoadedDocument {
  readonly name: string
  readonly file: string
  readonly sha256: string
  /** False when parts of it came from other files. */
  readonly isSelfContained: boolean
  readonly root: RawObject
  readonly dialect: Dialect
  /** Whether responses are judged as strictly as requests, see GenerateOptions. */
  readonly closedResponses: boolean
  /** Whether the operations are read that OpenAPI 3.2 adds. */
  readonly hasNewer: boolean
  /** Notes on everything that had to be read otherwise than it stands. */
  readonly problems: readonly Problem[]
  /** The parts in whose place anything is accepted, or nothing is left. */
  readonly gaps: readonly Gap[]
}

/** A part of a document that cannot be read, and why. */
export interface Gap {
  /** Its path in the document as it is written. */
  readonly path: readonly string[]
  readonly reason: string
  /** Name of the parameter that it is in, where its path has an index: others may be left out before it. */
  readonly parameter?: string
}

/** Which way a value travels: it decides about readOnly and writeOnly. */
export type Direction = 'request' | 'response'

/** One schema in one direction: it becomes a function that judges values. It refers to others by `unit` only. */
export interface Unit {
  /** The identifier that the validator is exported by, and its name in `Surface.validator`. */
  readonly name: string
  readonly pointer: string
  readonly direction: Direction | 'both'
  /** Ready for ajv: only keywords of JSON Schema, and those of `validators/unit-keywords.ts`. */
  readonly schema: JsonSchema
  /** TypeScript type of what the validator proves, in terms of `types.d.ts`. */
  readonly type: string
  /** True for a unit that only others refer to: what several sections of the document write alike. */
  readonly isShared?: boolean
}

/** Prose of an operation for comments. */
export interface OperationDocumentation {
  readonly description?: string
  /** Link to more, as the document gives it. */
  readonly link?: string
  /** Descriptions of the parameters, by `in:name`. */
  readonly parameters: ReadonlyMap<string, string>
  /** Description of the body. */
  readonly body?: string
}

type SurfaceData =
  | 'title'
  | 'sha256'
  | 'operations'
  | 'webhooks'
  | 'securitySchemes'
  | 'schemas'
  | 'schemaValidators'

/** Everything that is printed for one document; nothing downstream reads the raw tree but printers of types. */
export interface DocumentModel extends Pick<Surface, SurfaceData> {
  /** Name of the output folder. */
  readonly name: string
  /** Where the document came from, for messages. */
  readonly file: string
  readonly names: ExportedNames
  /** By operation. */
  readonly documentation: ReadonlyMap<string, OperationDocumentation>
  readonly units: readonly Unit[]
  readonly events: EventsModel
}
