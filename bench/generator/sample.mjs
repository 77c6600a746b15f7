// One value for a schema: its first example, or one made from its keywords. Who uses it asks the validators whether
// they accept it, and leaves out what they do not.
const texts = {
  uuid: '6f0c1a52-9d3e-4b7a-8c21-0f4e5d6a7b8c',
  date: '2026-08-01',
  'date-time': '2026-08-01T12:00:00Z',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  decimal: '12.50',
}

const resolved = (document, schema) =>
  typeof schema.$ref === 'string'
    ? resolved(document, document.components.schemas[schema.$ref.split('/').at(-1)] ?? {})
    : schema

const textOf = ({ format, minLength = 1 }) => texts[format] ?? 'a'.repeat(Math.max(minLength, 8))

const objectOf = (document, { properties = {}, required = [] }, depth) => {
  const wanted = Object.entries(properties).filter(([name]) => required.includes(name) || depth < 2)
  return Object.fromEntries(wanted.map(([name, one]) => [name, sampleOf(document, one, depth + 1)]))
}

const merged = (document, parts, depth) =>
  Object.assign({}, ...parts.map((part) => sampleOf(document, part, depth)))

const byType = {
  object: objectOf,
  array: (document, { items = {}, minItems = 1 }, depth) =>
    Array.from({ length: Math.max(1, minItems) }, () => sampleOf(document, items, depth + 1)),
  string: (_document, schema) => textOf(schema),
  integer: (_document, { minimum = 1 }) => minimum,
  number: (_document, { minimum = 1 }) => minimum,
  boolean: () => true,
}

/** Deeper than 8 it gives up with null, which no required property of a recursive schema accepts. */
export const sampleOf = (document, given, depth = 0) => {
  const schema = resolved(document, given)
  if (depth > 8) return null
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if ('example' in schema) return schema.example
  if (schema.examples) return schema.examples[0]
  if (schema.allOf) return merged(document, [...schema.allOf, { ...schema, allOf: undefined }], depth)
  const branch = (schema.oneOf ?? schema.anyOf)?.[0]
  if (branch) return sampleOf(document, branch, depth)
  const type = Array.isArray(schema.type) ? schema.type[0] : (schema.type ?? (schema.properties && 'object'))
  return byType[type]?.(document, schema, depth) ?? null
}
