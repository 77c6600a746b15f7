import type { LoadedDocument } from '../../model/document.js'
import type { PrinterName } from '../../model/printer.js'

/** One declaration: its name as the document spells it, and its type. */
export interface Declaration {
  readonly name: string
  /** The type, as if it began a line of its own. */
  readonly text: string
  /** Lines of its comment: nothing in them ends one. */
  readonly comment?: readonly string[]
}

/** A component that is an enumeration, as an object of constants. */
export interface EnumDeclaration {
  /** The component that it stands for. */
  readonly schema: string
  readonly members: readonly EnumMember[]
}

/** One constant. Keys of one enumeration are unique; any text may be a key. */
export interface EnumMember {
  readonly key: string
  readonly value: string | number
}

/** Kinds of components that declarations are made for, beside schemas. */
export const otherKinds = ['responses', 'parameters', 'requestBodies', 'headers', 'pathItems'] as const

export type OtherKind = (typeof otherKinds)[number]

/** Kinds of declarations that stand at the root of `types.d.ts`. */
export const roots = ['paths', 'webhooks', 'operations', '$defs', 'requests'] as const

export type Root = (typeof roots)[number]

/** Everything that is declared for one document, in its order. */
export interface TypeDeclarations extends Readonly<Record<Root | OtherKind, readonly Declaration[]>> {
  readonly printedBy: PrinterName
  /** Component schemas; what they refer to each other by are the identifiers of `schemas.d.ts`. */
  readonly schemas: readonly Declaration[]
  /** Schemas inside something else that are referred to: named by identifiers that no component has. */
  readonly inner: readonly Declaration[]
  /** Generic types that the printed text uses: the name is given with its parameters. */
  readonly helpers: readonly Declaration[]
  /** Names that the printed text takes from `../runtime/validators.js`. */
  readonly brands: readonly string[]
}

/** Identifiers by component schema. */
export type SchemaNames = ReadonlyMap<string, string>

export interface TypeOptions {
  /** Gives strings of the formats `uuid`, `date-time` and `decimal` types of their own. */
  readonly brands?: boolean
  /** Lets every enumeration in responses hold values that are not known yet. */
  readonly openEnums?: boolean
}

/** Makes TypeScript types of a document. All printers make one public shape. */
export interface TypesPrinter {
  readonly name: PrinterName
  /** @throws RampartError TYPES_UNPRINTABLE; the signal's reason when the run is aborted. */
  print(document: LoadedDocument, options: TypeOptions, names: SchemaNames): Promise<TypeDeclarations>
}
