import type * as openapiTypescript from 'openapi-typescript'
import type { OpenAPI3 } from 'openapi-typescript'
import { type Problem, RampartError } from '../../diagnostics/index.js'
import { isObject, pointerOf } from '../load/pointer.js'
import type { LoadedDocument, RawObject } from '../model/document.js'
import { typesInput } from './types-input.js'

type Engine = typeof openapiTypescript
type Context = Parameters<Engine['transformSchema']>[1]

// All settings of openapi-typescript: its main function, which knows them, would print to the console and lint first.
const settings = {
  additionalProperties: false,
  alphabetize: false,
  arrayLength: false,
  conditionalEnums: false,
  dedupeEnums: false,
  defaultNonNullable: false,
  emptyObjectsUnknown: true,
  enum: false,
  enumValues: false,
  excludeDeprecated: false,
  exportType: false,
  generatePathParams: false,
  immutable: false,
  makePathsEnum: false,
  pathParamsAsTypes: false,
  postTransform: undefined,
  propertiesRequiredByDefault: false,
  readWriteMarkers: false,
  rootTypes: false,
  rootTypesKeepCasing: false,
  rootTypesNoSchemaPrefix: false,
  silent: true,
  transform: undefined,
  transformProperty: undefined,
} as const

const silent = { silent: true } as const

const contextFor = ({ scanDiscriminators, resolveRef }: Engine, root: OpenAPI3): Context => {
  const context: Omit<Context, 'redoc'> = {
    ...settings,
    discriminators: scanDiscriminators(root, silent),
    injectFooter: [],
    resolve: (ref) => resolveRef(root, ref, silent),
  }
  // The type also wants `redoc`, which nothing but the library's own linter reads.
  return context as Context
}

const strictHelper = /^type WithRequired<T, K extends keyof T> = T & \{\n    \[P in K\]-\?: T\[P\];\n\};$/m
const tolerantHelper = `type WithRequired<T, K extends PropertyKey> = T extends unknown
  ? T & { [P in Extract<keyof T, K>]-?: T[P] }
  : never;`

// The library's helper refuses names that not every member of a union has, such as those of a nullable object.
const tolerant = (types: string): string => types.replace(strictHelper, tolerantHelper)

const print = (engine: Engine, root: RawObject): string => {
  // Documents are as they are; what this library cannot read of them makes it throw.
  const document = root as object as OpenAPI3
  return tolerant(engine.astToString(engine.transformSchema(document, contextFor(engine, document))))
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const membersOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : [])

/** Documents with one thing of the whole left in each, by the pointer of that thing. */
const pieces = (root: RawObject): [pointer: string, piece: RawObject][] => [
  ...['paths', 'webhooks'].flatMap((section) =>
    membersOf(root[section]).map(([name, item]): [string, RawObject] => [
      pointerOf(section, name),
      { [section]: { [name]: item } },
    ]),
  ),
  ...membersOf(root['components']).flatMap(([kind, map]) =>
    membersOf(map).map(([name, item]): [string, RawObject] => [
      pointerOf('components', kind, name),
      { components: { [kind]: { [name]: item } } },
    ]),
  ),
]

/** Prints the pieces one by one, to learn which of them cannot be printed. */
const culprits = (engine: Engine, root: RawObject, file: string): Problem[] =>
  pieces(root).flatMap(([pointer, piece]): Problem[] => {
    try {
      print(engine, piece)
      return []
    } catch (error) {
      return [
        { code: 'DOCUMENT_INVALID', severity: 'error', message: messageOf(error), where: { file, pointer } },
      ]
    }
  })

/**
 * TypeScript declarations of a document. The only file that knows openapi-typescript: that library is no longer
 * developed, and this is where its successor goes. It is imported on use, because it loads the compiler.
 * @throws RampartError DOCUMENT_INVALID when it refuses a document that passed the gate.
 */
export async function renderTypes(document: LoadedDocument): Promise<string> {
  const engine = await import('openapi-typescript')
  const root = typesInput(document)
  try {
    return print(engine, root)
  } catch (cause) {
    throw new RampartError('DOCUMENT_INVALID', {
      message: `${document.file}: no types can be made from it: ${messageOf(cause)}`,
      where: { file: document.file },
      problems: culprits(engine, root, document.file),
      cause,
    })
  }
}
