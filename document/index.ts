export * from './json/json.js'
export * from './text/json.js'
export { positionIn, wantedOf } from './text/positions.js'
export * from './keywords/keywords.js'
export * from './operations/operations.js'
export { matchSame } from './patterns/positions.js'
export * from './patterns/judge.js'
export * from './patterns/source.js'
export * from './words/location-words.js'
export * from './references/references.js'
export * from './walk/locations.js'
export type { Hint, ValuePath } from './values/model/source.js'
export {
  acceptsAll,
  acceptsNone,
  componentName,
  componentSchema,
  type Dialect,
  dialectOf,
  type Discriminator,
  discriminatorIn,
  endOfReferences,
  isNullAlone,
  isSchema,
  keywordsWithNull,
  partsOf,
  readSchema,
  type SchemaReading,
  type Schemas,
  spellingOf,
} from './schema/reading.js'
