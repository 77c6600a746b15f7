import type { GlobalContext } from 'openapi-typescript'
import { compiler, library } from './modules.js'
import { Expressed, expressed } from './schemas.js'
import type { Expressions } from './text-printer.js'

/** Options for features that we do not want, or that affect names and files, which we determine. */
const unused = {
  // Closed types allow completion and checks; the document states which ones are open.
  additionalProperties: false,
  // The authors chose the document's order.
  alphabetize: false,
  excludeDeprecated: false,
  // Would print tuples for minItems and maxItems, which lists built at run time do not match.
  arrayLength: false,
  // Enumerations are unions; their constants are in schemas.js.
  enum: false,
  enumValues: false,
  conditionalEnums: false,
  dedupeEnums: false,
  exportType: false,
  // Names of types are in schemas.d.ts.
  rootTypes: false,
  rootTypesNoSchemaPrefix: false,
  rootTypesKeepCasing: false,
  // Clients that use the public shape look paths up by name.
  pathParamsAsTypes: false,
  makePathsEnum: false,
  generatePathParams: false,
  // Would require readonly lists wherever callers pass them on.
  immutable: false,
  // Members are optional unless a schema requires them.
  propertiesRequiredByDefault: false,
  // Members with a default are required where clients only read them, in the spelling of their schema. The option
  // would require them wherever a component is used.
  defaultNonNullable: false,
  // Markers would stand around members in editors; the spelling of a schema is for one direction.
  readWriteMarkers: false,
  postTransform: undefined,
  transformProperty: undefined,
} as const

/**
 * Options of the library.
 * @param root the spelling of the document
 * @param expressions filled with the types that the hook returns
 */
export function contextOf(root: object, expressions: Expressions): Omit<GlobalContext, 'redoc'> {
  return {
    ...unused,
    silent: true,
    injectFooter: [],
    // An object without stated members is `unknown`, not `never`.
    emptyObjectsUnknown: true,
    discriminators: { objects: {}, refsHandled: [] },
    resolve: (ref) => library.resolveRef(root, ref, { silent: true }),
    transform: (schema) => {
      const own = expressed in schema ? schema[expressed] : undefined
      if (!(own instanceof Expressed)) return undefined
      const node = compiler.factory.createTypeReferenceNode('Expressed')
      expressions.set(node, own)
      return node
    },
  }
}
