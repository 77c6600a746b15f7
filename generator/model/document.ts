import type { Problem } from '../../diagnostics/index.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import type { Surface } from '../../runtime/surface.js'
import type { EventsModel } from './event.js'

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
  /** What had to be read otherwise than it stands. */
  readonly problems: readonly Problem[]
}

/** How schemas are to be read: OpenAPI 3.0's own dialect, or JSON Schema 2020-12. */
export type Dialect = '3.0' | '2020-12'

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
  /** True for a unit that only other units refer to: what several places of the document write alike. */
  readonly isShared?: boolean
}

/** A unit, and the module and export that hold its code: its own, or those of another that shares its module. */
export interface PlacedUnit extends Unit {
  readonly code: { readonly module: string; readonly exportName: string }
}

/** Where a validator stands: in the folder of the version that brought its schema. */
export interface UnitHome extends Pick<
  PlacedUnit,
  'module' | 'exportName' | 'code' | 'pointer' | 'direction'
> {
  readonly version: string
  /** Pointer of the part of the document that its schema belongs to. */
  readonly part: string
}

/** What a version has of the version before. */
export interface Base {
  readonly name: string
  /**
   * How many versions the declarations of this one extend, one through the other. Where the chain would get too long
   * for the compiler it is 0: those declarations name each that they take over, and where it stands.
   */
  readonly depth: number
  /** Pointers of the parts that both have. */
  readonly parts: ReadonlySet<string>
  /** Names that the version before has, and this one has no more. */
  readonly removed: Readonly<Record<'operations' | 'webhooks' | 'schemas' | 'units', readonly string[]>>
  /** What the tables of the version before hold, what this version does not have among it. */
  readonly tables: Pick<DocumentModel, 'operations' | 'webhooks' | 'schemas' | 'securitySchemes' | 'events'>
  /** Where its validators stand that this version has too, by name. */
  readonly units: ReadonlyMap<string, UnitHome>
  readonly exports: DocumentModel['exports']
}

type SurfaceData =
  | 'title'
  | 'sha256'
  | 'operations'
  | 'webhooks'
  | 'securitySchemes'
  | 'schemas'
  | 'schemaValidators'

/**
 * Everything that is printed for one document; nothing downstream reads the raw tree. With a base, only what the
 * document does not share with it.
 */
export interface DocumentModel extends Pick<Surface, SurfaceData> {
  /** Name of the output folder. */
  readonly name: string
  /** Where the document came from, for messages. */
  readonly file: string
  readonly units: readonly PlacedUnit[]
  /** Whether all validators tell what they evaluated, and not only those that are asked: a version after it may ask. */
  readonly tellsEvaluated: boolean
  readonly events: EventsModel
  /** Name of the unit behind each name that the version exports, inherited ones among them. */
  readonly exports: ReadonlyMap<string, string>
  readonly base?: Base
}
