import type { ValidationError } from './validator.js'

type Params = ValidationError['params']

const told = (value: unknown): string => String(value)

const limited =
  (comparison: 'fewer' | 'more', what: string) =>
  ({ limit }: Params): string =>
    `must NOT have ${comparison} than ${told(limit)} ${what}`

const bounded = ({ comparison, limit }: Params): string => `must be ${told(comparison)} ${told(limit)}`

const holding = ({ minContains, maxContains }: Params): string => {
  const most = maxContains === undefined ? '' : ` and no more than ${told(maxContains)}`
  return `must contain at least ${told(minContains)}${most} valid item(s)`
}

const depending = ({ depsCount, deps, property }: Params): string =>
  `must have ${depsCount === 1 ? 'property' : 'properties'} ${told(deps)} when property ${told(property)} is present`

const messages: Readonly<Record<string, (params: Params) => string>> = {
  type: ({ type }) => `must be ${told(type)}`,
  enum: () => 'must be equal to one of the allowed values',
  const: () => 'must be equal to constant',
  format: ({ format }) => `must match format "${told(format)}"`,
  pattern: ({ pattern }) => `must match pattern "${told(pattern)}"`,
  required: ({ missingProperty }) => `must have required property '${told(missingProperty)}'`,
  multipleOf: ({ multipleOf }) => `must be multiple of ${told(multipleOf)}`,
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
    `must NOT have duplicate items (items ## ${told(j)} and ${told(i)} are identical)`,
  additionalProperties: () => 'must NOT have additional properties',
  unevaluatedProperties: () => 'must NOT have unevaluated properties',
  propertyNames: () => 'property name must be valid',
  dependentRequired: depending,
  contains: holding,
  anyOf: () => 'must match a schema in anyOf',
  oneOf: () => 'must match exactly one schema in oneOf',
  not: () => 'must NOT be valid',
  if: ({ failingKeyword }) => `must match "${told(failingKeyword)}" schema`,
  branches: ({ tag, tags }) =>
    `must have "${told(tag)}" equal to one of: ${Array.isArray(tags) ? tags.join(', ') : ''}`,
  'false schema': () => 'boolean schema is false',
}

/**
 * Adds a violation to those found so far. The keyword is the last segment of `schemaPath`, and the message follows
 * from keyword and params: said here, once, they need not stand in every validator.
 */
export function fail(
  errors: ValidationError[] | null,
  instancePath: string,
  schemaPath: string,
  params: Params,
  propertyName?: string,
): ValidationError[] {
  const keyword = schemaPath.slice(schemaPath.lastIndexOf('/') + 1)
  const message = messages[keyword]?.(params) ?? `must pass "${keyword}"`
  const error = { instancePath, schemaPath, keyword, params, message }
  const found = errors ?? []
  found.push(propertyName === undefined ? error : { ...error, propertyName })
  return found
}
