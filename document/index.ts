export { once } from './json/once.js'
export {
  entriesOf,
  isObject,
  type JsonObject,
  listOf,
  member,
  memberAt,
  objectOf,
  textOf,
  textsOf,
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
export { positionIn } from './text/lines.js'
export { wantedOf } from './text/wanted.js'
export { type JsonNode, walk } from './json/walk.js'
export { isWebhooksKey, webhooksKeyOf } from './keywords/openapi.js'
export { isMethod, type Method, methods, methodsOfAnyVersion } from './keywords/methods.js'
export {
  assertionKeywords,
  compositionKeywords,
  constrainingKeywords,
  holdingOf,
  isAsserting,
  schemaKeywords,
  schemaListKeywords,
  schemaMapKeywords,
} from './keywords/schema.js'
export {
  type DocumentOperation,
  type OperationSection,
  operationsIn,
  parametersOf,
} from './operations/operations.js'
export { isJsonType, mediaTypeOf } from './json/media-type.js'
export { matchSame } from './patterns/equal.js'
export { judgePattern } from './patterns/judge.js'
export { escapedPattern, wildcard } from './patterns/wildcard.js'
export { capital } from './words/capital.js'
export { pointerOf, pointerTo, resolvePath, resolvePointer, segmentsOf } from './pointers/fragment.js'
export { appendKey, escapeKey, jsonPointer, keysOf, lastKey, unescapeKey } from './pointers/pointer.js'
export { resolveAnchors, SchemaNames } from './references/anchors.js'
export { collectReferences, type Reference } from './references/collect.js'
export { endOfChain, followed, type Located, locate, locateMembers, refOf } from './references/follow.js'
export { type Location, type LocationKind, locationOn, locationsOf } from './walk/locations.js'
export { locationWords } from './words/location-words.js'
export { bareTemplate, logicalKeys } from './words/logical-keys.js'
export { type Hint, type SampleOptions, type SamplePath, Sampler } from './sample/sampler.js'
export { sampleText } from './sample/text.js'
export { type Dialect, dialectOf } from './schema/dialect.js'
export { keywordsWithNull, readSchema, type SchemaReading, spellingOf } from './schema/reading.js'
export { readablePattern, type ReadablePattern } from './schema/patterns.js'
export { acceptsAll, acceptsNone } from './schema/trivial.js'
export { componentName, componentSchema, endOfReferences, type Schemas } from './schema/components.js'
