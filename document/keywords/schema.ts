/** Keywords of a schema whose value is one schema. */
export const schemaKeywords = [
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
] as const

/** Keywords of a schema whose value is a list of schemas. */
export const schemaListKeywords = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const

const definitions = ['$defs', 'definitions'] as const

/** Keywords of a schema whose value is a map of schemas with arbitrary names. */
export const schemaMapKeywords = [
  'properties',
  'patternProperties',
  'dependentSchemas',
  ...definitions,
] as const

/** Keywords that combine schemas for the same value. */
export const compositionKeywords = ['allOf', 'anyOf', 'oneOf'] as const

/** The form in which a keyword holds schemas. */
type SchemaHolding = 'schema' | 'list' | 'map'

const holdings: ReadonlyMap<string, SchemaHolding> = new Map<string, SchemaHolding>([
  ...schemaKeywords.map((keyword) => [keyword, 'schema'] as const),
  ...schemaListKeywords.map((keyword) => [keyword, 'list'] as const),
  ...schemaMapKeywords.map((keyword) => [keyword, 'map'] as const),
])

/** The form in which a keyword holds schemas; undefined if it holds none. */
export function holdingOf(keyword: string): SchemaHolding | undefined {
  return holdings.get(keyword)
}

/** Assertions and applicators of JSON Schema 2020-12. All other keywords are annotations. */
export const assertionKeywords: ReadonlySet<string> = new Set(
  (
    'type enum const format multipleOf maximum exclusiveMaximum minimum exclusiveMinimum ' +
    'maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains ' +
    'maxProperties minProperties required dependentRequired properties patternProperties ' +
    'additionalProperties propertyNames items prefixItems contains allOf anyOf oneOf not if then ' +
    'else dependentSchemas unevaluatedProperties unevaluatedItems'
  ).split(' '),
)

/** The types whose keywords stand in schemas without `type`, since authors often omit it. */
const impliedTypes = {
  object: 'properties required additionalProperties patternProperties minProperties maxProperties'.split(' '),
  array: 'items prefixItems minItems maxItems uniqueItems'.split(' '),
  string: 'minLength maxLength pattern'.split(' '),
  number: 'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'.split(' '),
}

/** The types that keywords imply, given which keywords are present. */
export function typesImpliedBy(has: (keyword: string) => boolean): (keyof typeof impliedTypes)[] {
  const types = Object.keys(impliedTypes) as (keyof typeof impliedTypes)[]
  return types.filter((type) => impliedTypes[type].some(has))
}

/** Keywords that constrain values, including those for the content of strings, which validators treat as annotations. */
export const constrainingKeywords: ReadonlySet<string> = new Set([
  ...assertionKeywords,
  ...'contentEncoding contentMediaType contentSchema $ref $dynamicRef'.split(' '),
])

/** Whether a keyword is an assertion, which constrains values. */
export function isAsserting(key: string): boolean {
  return constrainingKeywords.has(key)
}
