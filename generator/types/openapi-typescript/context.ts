import type { GlobalContext } from 'openapi-typescript'
import { segmentsOf } from '../../../document/index.js'
import type { IsReceived } from '../reading/received.js'
import { compiler, library } from './modules.js'

/** Options that a type printed by us would not have, or that change names and files: those are ours to give. */
const unused = {
  // A closed type is what editors complete and check; openness is said where the document says it.
  additionalProperties: false,
  // The document's own order is the one that its authors chose.
  alphabetize: false,
  excludeDeprecated: false,
  // Tuples for minItems and maxItems: a list that was built up is no tuple.
  arrayLength: false,
  // Enumerations are unions; their constants stand in schemas.js.
  enum: false,
  enumValues: false,
  conditionalEnums: false,
  dedupeEnums: false,
  exportType: false,
  // Names of types stand in schemas.d.ts.
  rootTypes: false,
  rootTypesNoSchemaPrefix: false,
  rootTypesKeepCasing: false,
  // Clients of the public shape look paths up by their names.
  pathParamsAsTypes: false,
  makePathsEnum: false,
  generatePathParams: false,
  // A list that a caller passes on would have to be readonly everywhere.
  immutable: false,
  // A member that no schema requires may be missing.
  propertiesRequiredByDefault: false,
  // Markers change the shape for whoever does not know them; documents with readOnly are printed by us.
  readWriteMarkers: false,
  postTransform: undefined,
  transform: undefined,
} as const

/**
 * Options of the library. An object of which nothing is known holds `unknown`, not `never`. A member with a
 * default is there in what clients only read, and may be left out of what they write: the library's own
 * `defaultNonNullable` demands it wherever a component is used.
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
