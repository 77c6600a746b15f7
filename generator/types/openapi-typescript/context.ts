import type { GlobalContext } from 'openapi-typescript'
import { segmentsOf } from '../../../document/index.js'
import type { IsReceived } from '../reading/received.js'
import { compiler, library } from './modules.js'

/** Options for features that our printer does not have, or that affect names and files, which we determine. */
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
  // Markers would change the public shape; our printer handles documents with readOnly.
  readWriteMarkers: false,
  postTransform: undefined,
  transform: undefined,
} as const

/**
 * Options of the library. An object without stated members is `unknown`, not `never`. A member with a default is
 * required in schemas that clients only read, and optional in those that they write: the library's own
 * `defaultNonNullable` would require it wherever a component is used.
 * @param root changed: the library adds the values of discriminators to the branches
 */
export function contextOf(root: object, isReceived: IsReceived): Omit<GlobalContext, 'redoc'> {
  return {
    ...unused,
    silent: true,
    injectFooter: [],
    emptyObjectsUnknown: true,
    defaultNonNullable: false,
    discriminators: library.scanDiscriminators(root, { silent: true }),
    resolve: (ref) => library.resolveRef(root, ref, { silent: true }),
    transformProperty: (property, schema, { path = '' }) =>
      typeof schema === 'object' && 'default' in schema && isReceived(segmentsOf(path))
        ? compiler.factory.updatePropertySignature(
            property,
            property.modifiers,
            property.name,
            undefined,
            property.type,
          )
        : property,
  }
}
