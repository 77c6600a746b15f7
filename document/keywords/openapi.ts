/**
 * Keywords whose value is data, not OpenAPI, so that a `$ref` in it is no reference. The members of `scopes` and of
 * the entries of `security` have arbitrary names.
 */
export const dataKeywords: ReadonlySet<string> = new Set([
  'example',
  'default',
  'const',
  'enum',
  'value',
  'scopes',
  'security',
])

/** Keywords outside of schemas whose value is a map with arbitrary names, or a list, of objects. */
export const mapKeywords: ReadonlySet<string> = new Set([
  'parameters',
  'responses',
  'requestBodies',
  'headers',
  'securitySchemes',
  'pathItems',
  'paths',
  'webhooks',
  'callbacks',
  'content',
  'encoding',
  'examples',
  'links',
  'variables',
])
