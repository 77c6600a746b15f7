import type { Finding, ValidationError } from './fail.js'

type Params = ValidationError['params']

const toText = (value: unknown): string => String(value)

const limited =
  (comparison: 'fewer' | 'more', what: string) =>
  ({ limit }: Params): string =>
    `must NOT have ${comparison} than ${toText(limit)} ${what}`

const bounded = ({ comparison, limit }: Params): string => `must be ${toText(comparison)} ${toText(limit)}`

const holding = ({ minContains, maxContains }: Params): string => {
  const most = maxContains === undefined ? '' : ` and no more than ${toText(maxContains)}`
  return `must contain at least ${toText(minContains)}${most} valid item(s)`
}

const depending = ({ depsCount, deps, property }: Params): string =>
  `must have ${depsCount === 1 ? 'property' : 'properties'} ${toText(deps)} when property ${toText(property)} is present`

const messages: Readonly<Record<string, (params: Params) => string>> = {
  type: ({ type }) => `must be ${toText(type)}`,
  enum: () => 'must be equal to one of the allowed values',
  const: () => 'must be equal to constant',
  format: ({ format }) => `must match format "${toText(format)}"`,
  pattern: ({ pattern }) => `must match pattern "${toText(pattern)}"`,
  required: ({ missingProperty }) => `must have required property '${toText(missingProperty)}'`,
  multipleOf: ({ multipleOf }) => `must be multiple of ${toText(multipleOf)}`,
  minimum: bounded,
  maximum: bounded,
  exclusiveMinimum: bounded,
  exclusiveMaximum: bounded,
  minLength: /* @__PURE__ */ limited('fewer', 'characters'),
  maxLength: /* @__PURE__ */ limited('more', 'characters'),
  minItems: /* @__PURE__ */ limited('fewer', 'items'),
  maxItems: /* @__PURE__ */ limited('more', 'items'),
  items: /* @__PURE__ */ limited('more', 'items'),
  unevaluatedItems: /* @__PURE__ */ limited('more', 'items'),
  minProperties: /* @__PURE__ */ limited('fewer', 'properties'),
  maxProperties: /* @__PURE__ */ limited('more', 'properties'),
  uniqueItems: ({ i, j }) =>
    `must NOT have duplicate items (items ## ${toText(j)} and ${toText(i)} are identical)`,
  additionalProperties: () => 'must NOT have additional properties',
  unevaluatedProperties: () => 'must NOT have unevaluated properties',
  propertyNames: () => 'property name must be valid',
  dependentRequired: depending,
  contains: holding,
  anyOf: () => 'must match a schema in anyOf',
  oneOf: () => 'must match exactly one schema in oneOf',
  not: () => 'must NOT be valid',
  if: ({ failingKeyword }) => `must match "${toText(failingKeyword)}" schema`,
  branches: ({ tag, tags }) =>
    `must have "${toText(tag)}" equal to one of: ${Array.isArray(tags) ? tags.join(', ') : ''}`,
  'false schema': () => 'boolean schema is false',
}

/** Name of the single parameter of a keyword's errors, for which generated code only passes the value. */
export const parameterNames: Readonly<Record<string, string>> = {
  type: 'type',
  enum: 'allowedValues',
  const: 'allowedValue',
  format: 'format',
  pattern: 'pattern',
  required: 'missingProperty',
  multipleOf: 'multipleOf',
  minLength: 'limit',
  maxLength: 'limit',
  minItems: 'limit',
  maxItems: 'limit',
  items: 'limit',
  unevaluatedItems: 'limit',
  minProperties: 'limit',
  maxProperties: 'limit',
  additionalProperties: 'additionalProperty',
  unevaluatedProperties: 'unevaluatedProperty',
  propertyNames: 'propertyName',
  oneOf: 'passingSchemas',
  if: 'failingKeyword',
}

/** The comparison of each limit, for which generated code only passes the number. */
export const signs: Readonly<Record<string, string>> = {
  minimum: '>=',
  maximum: '<=',
  exclusiveMinimum: '>',
  exclusiveMaximum: '<',
}

const paramsOf = (keyword: string, params: unknown): Params => {
  const comparison = signs[keyword]
  if (comparison !== undefined) return { comparison, limit: params }
  const name = parameterNames[keyword]
  if (name !== undefined) return { [name]: params instanceof Set ? [...params] : params }
  return { ...(typeof params === 'object' ? params : undefined) }
}

const errorOf = ({ instancePath, schemaPath, params: found, propertyName }: Finding): ValidationError => {
  const keyword = schemaPath.slice(schemaPath.lastIndexOf('/') + 1)
  const params = paramsOf(keyword, found)
  const message = messages[keyword]?.(params) ?? `must pass "${keyword}"`
  const error = { instancePath, schemaPath, keyword, params, message }
  return propertyName === undefined ? error : { ...error, propertyName }
}

const areErrors = (found: readonly (Finding | ValidationError)[]): found is readonly ValidationError[] =>
  found.every((one) => 'keyword' in one)

/** Converts findings to errors; errors are kept as they are. */
export function errorsOf(
  found: readonly (Finding | ValidationError)[] | null | undefined,
): readonly ValidationError[] | null {
  if (!found) return null
  return areErrors(found) ? found : found.map((one) => ('keyword' in one ? one : errorOf(one)))
}
