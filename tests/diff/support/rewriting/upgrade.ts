import { isObject, type JsonObject } from '../../../../document/index.js'
import { isWord, split } from './schema-edits.js'
import { isOld, rewrite } from './walk.js'

const withoutKeys = (value: JsonObject, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))

const limits = (value: JsonObject): JsonObject => {
  const out: Record<string, unknown> = { ...value }
  for (const [limit, mark] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (out[mark] === true && out[limit] !== undefined) {
      out[mark] = out[limit]
      delete out[limit]
    } else if (typeof out[mark] === 'boolean') delete out[mark]
  }
  return out
}

const compositions = ['allOf', 'anyOf', 'oneOf', 'not'] as const

const nulls = (value: JsonObject): JsonObject => {
  if (typeof value['nullable'] !== 'boolean') return value
  const rest = withoutKeys(value, ['nullable'])
  if (!value['nullable']) return rest
  // Without a stated type null is a choice beside all the rest: that is what authors mean.
  if (compositions.some((key) => value[key] !== undefined)) {
    const [outside, inside] = split(rest, isWord)
    return { ...outside, anyOf: [inside, { type: 'null' }] }
  }
  if (typeof value['type'] !== 'string') return rest
  const values: unknown = rest['enum']
  const listed =
    Array.isArray(values) && !values.includes(null) ? { enum: [...(values as unknown[]), null] } : {}
  return { ...rest, ...listed, type: [value['type'], 'null'] }
}

const contents = (value: JsonObject): JsonObject => {
  if (value['format'] === 'binary')
    return { ...withoutKeys(value, ['format']), contentMediaType: 'application/octet-stream' }
  if (value['format'] === 'byte' || value['format'] === 'base64')
    return { ...withoutKeys(value, ['format']), contentEncoding: 'base64' }
  return value
}

const examples = (value: JsonObject): JsonObject =>
  value['example'] === undefined
    ? value
    : { ...withoutKeys(value, ['example']), examples: [value['example']] }

/** A reference with the marks beside it that count all the same. */
const beside = ({ $ref, readOnly, writeOnly, nullable }: JsonObject): JsonObject => {
  const marked = { $ref, ...(readOnly === true && { readOnly }), ...(writeOnly === true && { writeOnly }) }
  return nullable === true ? { anyOf: [marked, { type: 'null' }] } : marked
}

/** A document of OpenAPI 3.0 as one of 3.1. */
export function upgrade(root: unknown): unknown {
  if (!isOld(root)) return root
  const upgraded = rewrite(root, (value, { kind }) => {
    if (kind !== 'schema') return value
    if (typeof value['$ref'] === 'string') return beside(value)
    return [limits, nulls, contents, examples].reduce<JsonObject>((at, step) => step(at), value)
  })
  return isObject(upgraded) ? { ...upgraded, openapi: '3.1.0' } : upgraded
}
