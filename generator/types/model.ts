/** One member of a printed interface: its name as the document spells it, and its type. */
export interface Declaration {
  readonly name: string
  /** The type, indented as if it began a line. */
  readonly text: string
  /** Ready TSDoc lines, or nothing. */
  readonly comment?: string
}

/** A component that is an enumeration, as an object of constants. */
export interface EnumDeclaration {
  /** An identifier that no other enumeration of the document has. */
  readonly name: string
  /** The component that it stands for. */
  readonly schema: string
  readonly members: readonly EnumMember[]
  /** Ready TSDoc lines, or nothing. */
  readonly comment?: string
}

/** One constant. Keys of one enumeration are unique; any text may be a key. */
export interface EnumMember {
  readonly key: string
  readonly value: string | number
}

/** Kinds of components that declarations are made for, beside schemas and their request views. */
export const otherKinds = ['responses', 'parameters', 'requestBodies', 'headers', 'pathItems'] as const

export type OtherKind = (typeof otherKinds)[number]

/** Kinds of declarations that stand at the root of a file. */
export const roots = ['paths', 'webhooks', 'operations'] as const

/** Kinds of declarations that stand in the interface of components. */
export const componentKinds = ['schemas', 'requests', ...otherKinds] as const

export type ComponentKind = (typeof componentKinds)[number]

export type DeclarationKind = (typeof roots)[number] | ComponentKind

export const declarationKinds: readonly DeclarationKind[] = [...roots, ...componentKinds]

/** The declarations of a kind that a version has, its own or not. */
export interface KindOfVersion {
  /** The version whose file has the interface that declares them all. */
  readonly version: string
  /** How many interfaces that one extends, one through the other. */
  readonly depth: number
  readonly names: ReadonlyMap<string, DeclaredName>
}

/** A declaration: the version in whose file it stands, and what stands there. */
export interface DeclaredName {
  readonly version: string
  readonly printed: string
}

/** Everything that a version declares. */
export type TypesOfVersion = Readonly<Record<DeclarationKind, KindOfVersion>>

/** Everything that is declared for one document, in its order. */
export interface TypeDeclarations extends Readonly<Record<OtherKind, readonly Declaration[]>> {
  /** What responses hold. */
  readonly schemas: readonly Declaration[]
  /** What requests hold, where that differs. */
  readonly requests: readonly Declaration[]
  readonly paths: readonly Declaration[]
  readonly webhooks: readonly Declaration[]
  readonly operations: readonly Declaration[]
  readonly enums: readonly EnumDeclaration[]
}

export interface TypeOptions {
  /** Gives strings of the formats `uuid`, `date-time` and `decimal` types of their own. */
  readonly brands?: boolean
  /** Lets every enumeration in responses hold values that are not known yet. */
  readonly openEnums?: boolean
  /** Refers to other declarations by way of parameters, so that another version may take these over. */
  readonly inSeries?: boolean
}
