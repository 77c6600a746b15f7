export {
  addTo,
  once,
  entriesOf,
  groupedBy,
  isObject,
  type JsonObject,
  listOf,
  member,
  memberAt,
  objectOf,
  textOf,
  textsOf,
  type JsonNode,
  walk,
} from './json/values.js'
export {
  duplicateNames,
  findJsonError,
  jsonPositions,
  parseJson,
  scanJson,
  TextLimitError,
  type TextPosition,
  TextSyntaxError,
  tooDeep,
} from './text/json.js'
export { positionIn, wantedOf } from './text/positions.js'
export {
  isWebhooksKey,
  webhooksKeyOf,
  type Method,
  methods,
  methodsOfAnyVersion,
  isMethod,
} from './keywords/openapi.js'
export {
  assertionKeywords,
  compositionKeywords,
  constrainingKeywords,
  holdingOf,
  isAsserting,
  schemaKeywords,
  schemaListKeywords,
  schemaMapKeywords,
  typesImpliedBy,
} from './keywords/schema.js'
export {
  type DocumentOperation,
  type OperationSection,
  operationsIn,
  parametersOf,
} from './operations/operations.js'
export { type NamedOperation, namesOfOperation, operationMatcher } from './operations/selection.js'
export { isJsonType, mediaTypeOf } from './json/media-type.js'
export { matchSame } from './patterns/equal.js'
export { judgePattern } from './patterns/judge.js'
export { escapedPattern, wildcard, readablePattern, type ReadablePattern } from './patterns/source.js'
export { capital, locationWords } from './words/location-words.js'
export {
  pointerOf,
  pointerTo,
  resolvePath,
  resolvePointer,
  segmentsOf,
  appendKey,
  escapeKey,
  jsonPointer,
  keysOf,
  lastKey,
  unescapeKey,
} from './pointers/pointer.js'
export { resolveAnchors, SchemaNames, collectReferences, type Reference } from './references/anchors.js'
export { endOfChain, followed, type Located, locate, locateMembers, refOf } from './references/follow.js'
export { type Location, type LocationKind, locationOn, locationsOf } from './walk/locations.js'
export { reachOf } from './walk/reach.js'
export { bareTemplate, logicalKeys } from './words/logical-keys.js'
export type { Hint, ValuePath } from './values/model/source.js'
export {
  type Dialect,
  dialectOf,
  keywordsWithNull,
  readSchema,
  type SchemaReading,
  spellingOf,
  acceptsAll,
  isNullAlone,
  acceptsNone,
} from './schema/reading.js'
export {
  componentName,
  componentSchema,
  endOfReferences,
  partsOf,
  isSchema,
  type Schemas,
} from './schema/components.js'
