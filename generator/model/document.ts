import type { Problem } from '../../diagnostics/index.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import type { Surface } from '../../runtime/surface.js'

/** The raw tree of a document after parsing and bundling: every `$ref` in it is local and resolves. */
export type RawObject = Readonly<Record<string, unknown>>

/** A document that passed the gate of `load/`. */
export interface LoadedDocument {
  readonly name: string
  readonly file: string
  readonly sha256: string
  readonly root: RawObject
  readonly dialect: Dialect
  /** Whether responses are judged as strictly as requests, see GenerateOptions. */
  readonly closedResponses: boolean
  /** What had to be read otherwise than it stands. */
  readonly problems: readonly Problem[]
}

/** How schemas are to be read: OpenAPI 3.0's own dialect, or JSON Schema 2020-12. */
export type Dialect = '3.0' | '2020-12'

/** Which way a value travels: it decides about readOnly and writeOnly. */
export type Direction = 'request' | 'response'

/** One schema that becomes one exported validator. Its schema refers to other units by `unit` only. */
export interface Unit {
  /** `<module>#<export>`, or `<module>` for the default export: the name in `Surface.validator`. */
  readonly name: string
  /** Path of the module below `validators/`, without an ending. */
  readonly module: string
  readonly exportName: string
  readonly pointer: string
  readonly direction: Direction | 'both'
  /** Ready for ajv: only keywords of JSON Schema, and the keywords of `render/ajv-keywords.ts`. */
  readonly schema: JsonSchema
  /** TypeScript type of what the validator proves. */
  readonly type: string
  /** True for a unit that only other units refer to: what several places of the document write alike. */
  readonly isShared?: boolean
}

type SurfaceData =
  | 'title'
  | 'sha256'
  | 'operations'
  | 'webhooks'
  | 'securitySchemes'
  | 'schemas'
  | 'schemaValidators'

/** Everything that is printed for one document; nothing downstream reads the raw tree. */
export interface DocumentModel extends Pick<Surface, SurfaceData> {
  /** Name of the output folder. */
  readonly name: string
  /** Where the document came from, for messages. */
  readonly file: string
  readonly units: readonly Unit[]
}
