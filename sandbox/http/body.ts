import { badRequest } from './refusal.js'

const DEEPEST = 64
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])
const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

const utf8 = new TextDecoder('utf-8', { fatal: true })

const parse = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw badRequest('the request body is not JSON in UTF-8')
  }
}

const childrenOf = (value: object): readonly unknown[] => {
  if (!Array.isArray(value) && Object.keys(value).some((key) => FORBIDDEN.has(key)))
    throw badRequest('the request body holds a key that this service does not take')
  return Object.values(value)
}

/** Refuses what would later be dangerous: keys that reach prototypes, and nesting that exhausts a stack. */
const checkShape = (root: unknown): void => {
  let level: readonly unknown[] = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) throw badRequest(`the request body is nested more than ${DEEPEST} levels deep`)
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? childrenOf(value) : []))
  }
}

/**
 * The value of a JSON body, `undefined` for an empty one. Throws `Refusal` 400 for another media type, for bytes
 * that are not JSON in UTF-8, for prototype-polluting keys and for more than 64 levels of nesting.
 */
export const readJson = (bytes: Uint8Array, contentType: string | undefined): unknown => {
  if (bytes.length === 0) return undefined
  if (contentType === undefined || !JSON_TYPE.test(contentType))
    throw badRequest('the request body must be sent as application/json; charset=utf-8')
  const value = parse(bytes)
  checkShape(value)
  return value
}
