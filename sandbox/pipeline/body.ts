import { keyProblem } from './json-keys.js'
import { badRequest } from '../primitives/refusal.js'

const bounds = { deepest: 64, most: 100_000 }
const jsonType = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

const utf8 = new TextDecoder('utf-8', { fatal: true })

const problems = {
  'too deep': `the request body is nested more than ${bounds.deepest} levels deep`,
  'too many': `the request body holds more than ${bounds.most} objects, lists and texts`,
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
 * The value of a JSON body, `undefined` for an empty one. Throws `Refusal` 400 for another media type, for bytes that
 * are not JSON in UTF-8, for duplicate and prototype-polluting keys, for more than 64 levels of nesting and for more
 * than 100,000 parts.
 */
export function readJson(bytes: Uint8Array, contentType: string | undefined): unknown {
  if (bytes.length === 0) return undefined
  if (contentType === undefined || !jsonType.test(contentType))
    throw badRequest('the request body must be sent as application/json; charset=utf-8')
  const text = orRefuse(() => utf8.decode(bytes))
  const problem = keyProblem(text, bounds)
  if (problem !== undefined) throw badRequest(problems[problem])
  return orRefuse((): unknown => JSON.parse(text))
}
