import type { Built } from './build/build.js'
import { isObject, pointerOf } from './load/pointer.js'
import type { LoadedDocument } from './model/document.js'
import type { GenerateOptions } from './model/options.js'
import { renderEnums } from './render/enums.js'
import { type IsKept, renderSeriesTypes } from './render/types.js'
import type { Ancestor } from './series/ancestor.js'
import {
  type EnumDeclaration,
  enumDeclarations,
  printTypes,
  typeDeclarations,
  type TypesOfVersion,
} from './types/index.js'

/** The declarations of a document by file, and what the version after it has to know of them. */
export interface Declared {
  readonly types?: TypesOfVersion
  readonly enums: readonly EnumDeclaration[]
  readonly printed: Readonly<Record<'types.d.ts' | 'enums.js' | 'enums.d.ts', string>>
}

// Those that the document does not share with the version before, extending the others.
const typesOf = (
  document: LoadedDocument,
  { heritage, ancestor }: Built,
  series: { readonly before: Ancestor | undefined } | undefined,
  { openEnums = false, brands = false }: GenerateOptions,
): { readonly text: string; readonly types?: TypesOfVersion } => {
  const options = { openEnums, brands, inSeries: series !== undefined }
  const declarations = typeDeclarations(document, options, (pointer) => heritage.isOwn(pointer))
  if (!series) return { text: printTypes(declarations, options) }
  const operations = new Set(ancestor.names.operations)
  const isKept: IsKept = (kind, name) => {
    if (kind === 'operations') return operations.has(name)
    if (kind === 'paths' || kind === 'webhooks') return !heritage.isOwn(pointerOf(kind, name))
    const pointer = pointerOf('components', kind === 'requests' ? 'schemas' : kind, name)
    // What got a name for being referred to inside something else is no part, and harms nobody.
    return !heritage.isOwn(pointer) || !heritage.hadPart(pointer)
  }
  const before = heritage.isShared ? series.before?.types : undefined
  return renderSeriesTypes(document.name, declarations, options, before, isKept)
}

const enumsOf = ({ root }: LoadedDocument): readonly EnumDeclaration[] => {
  const components = isObject(root['components']) ? root['components'] : {}
  const schemas = isObject(components['schemas']) ? components['schemas'] : {}
  return enumDeclarations(schemas)
}

/** Prints the types and enumerations of a document that the version before does not have. */
export function declareDocument(
  document: LoadedDocument,
  built: Built,
  series: { readonly before: Ancestor | undefined } | undefined,
  options: GenerateOptions,
): Declared {
  const { text, types } = typesOf(document, built, series, options)
  const before = series?.before
  const enums = enumsOf(document)
  const base = built.model.base && before?.enums && { version: built.model.base.name, enums: before.enums }
  const constants = renderEnums(enums, base, (schema) =>
    built.heritage.isOwn(pointerOf('components', 'schemas', schema)),
  )
  const printed = { 'types.d.ts': text, 'enums.js': constants.code, 'enums.d.ts': constants.types }
  return { ...(types && { types }), enums, printed }
}
