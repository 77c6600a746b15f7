import type { LoadedDocument } from '../../model/document.js'

/** One declaration: its name as the document spells it, and its type. */
export interface Declaration {
  readonly name: string
  /** The type, printed as if it began a line. */
  readonly text: string
  /** Escaped lines of its comment. */
  readonly comment?: readonly string[]
}

/** A component that is an enumeration, as an object of constants. */
export interface EnumDeclaration {
  /** The component that it belongs to. */
  readonly schema: string
  readonly members: readonly EnumMember[]
}

/** One constant. Keys of one enumeration are unique; any text may be a key. */
export interface EnumMember {
  readonly key: string
  readonly value: string | number
}

/** Kinds of components with declarations, besides schemas. */
export const otherKinds = ['responses', 'parameters', 'requestBodies', 'headers', 'pathItems'] as const

export type OtherKind = (typeof otherKinds)[number]

/** Kinds of declarations at the root of `types.d.ts`. */
export const roots = ['paths', 'webhooks', 'operations', '$defs', 'requests'] as const

export type Root = (typeof roots)[number]

/** All declarations of one document, in document order. */
export interface TypeDeclarations extends Readonly<Record<Root | OtherKind, readonly Declaration[]>> {
  /** Component schemas, which refer to each other by the identifiers of `schemas.d.ts`. */
  readonly schemas: readonly Declaration[]
  /** Nested schemas that are targets of references, named by identifiers that no component has. */
  readonly inner: readonly Declaration[]
  /** Generic types that the printed text uses; names include their parameters. */
  readonly helpers: readonly Declaration[]
  /** Names that the printed text imports from `../runtime/validators.js`. */
  readonly brands: readonly string[]
}

/** Identifiers by component schema. */
export type SchemaNames = ReadonlyMap<string, string>

export interface TypeOptions {
  /** Uses branded types for strings of the formats `uuid`, `date-time` and `decimal`. */
  readonly brands?: boolean
  /** Lets every enumeration in responses accept values that are not known yet. */
  readonly openEnums?: boolean
}

export interface TypesPrinter {
  /** @throws RampartError TYPES_UNPRINTABLE; the signal's reason when the run is aborted. */
  print(document: LoadedDocument, options: TypeOptions, names: SchemaNames): Promise<TypeDeclarations>
}
