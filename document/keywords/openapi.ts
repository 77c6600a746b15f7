/**
 * Keywords whose value is data, not OpenAPI: a `$ref` there is a member of a value, not a reference. The members of
 * `scopes` and of the entries of `security` have names of the author's own.
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

/** Keywords outside of schemas whose value is a map, or a list, of objects with names of the author's own. */
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
