import { keyProblem } from './json-keys.js'
import { badRequest } from '../primitives/refusal.js'

const BOUNDS = { deepest: 64, most: 100_000 }
const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

const utf8 = new TextDecoder('utf-8', { fatal: true })

const PROBLEMS = {
  'too deep': `the request body is nested more than ${BOUNDS.deepest} levels deep`,
  'too many': `the request body holds more than ${BOUNDS.most} objects, lists and texts`,
  'duplicate key': 'the request body holds an object with the same key twice',
  'forbidden key': 'the request body holds a key that this service does not take',
} as const

const orRefuse = <T>(read: () => T): T => {
  try {
    return read()
  } catch {
    throw badRequest('the request body is not JSON in UTF-8')
  }
}

/**
 * The value of a JSON body, `undefined` for an empty one. Throws `Refusal` 400 for another media type, for bytes
 * that are not JSON in UTF-8, for duplicate and prototype-polluting keys, for more than 64 levels of nesting and for more than 100,000 parts.
 */
export function readJson(bytes: Uint8Array, contentType: string | undefined): unknown {
  if (bytes.length === 0) return undefined
  if (contentType === undefined || !JSON_TYPE.test(contentType))
    throw badRequest('the request body must be sent as application/json; charset=utf-8')
  const text = orRefuse(() => utf8.decode(bytes))
  const problem = keyProblem(text, BOUNDS)
  if (problem !== undefined) throw badRequest(PROBLEMS[problem])
  return orRefuse((): unknown => JSON.parse(text))
}
