import { declaredFor, declaredStatus, isJsonType, isPage, mediaTypeOf } from '../exchange/reading.js'
import { headerValue, headerValues } from '../exchange/exchange.js'
import { type Observed, type Fault, nameOf } from '../model/case.js'
import type { MediaTypeObject, Operation, ResponseObject } from '../../runtime/surface.js'
import {
  escapeKey,
  isObject,
  keysOf,
  type JsonObject,
  listOf,
  objectOf,
  pointerTo,
  resolvePointer,
  segmentsOf,
} from '../../document/index.js'
import type { ValidationError } from '../../runtime/validators.js'

/** The message of a check whose promise a response breaks. */
export type Claim = Omit<Fault, 'rule' | 'pointer'>

/** The status of a response. */
export function statusOf({ exchange }: Observed): number {
  return exchange.response.status
}

/** The statuses and ranges that the called operation declares. */
export function declaredKeys(observed: Observed): string[] {
  return Object.keys(operationOf(observed).responses)
}

/** The operation that was called. */
export function operationOf({ case: { call } }: Observed): Operation {
  return call.operation
}

/** Names the operation of a call: `GET /pets/{id}`. */
export function operationName({ case: { call } }: Observed): string {
  return nameOf({ method: call.method ?? call.operation.method, path: call.operation.path })
}

/** The media type of a response; the first one where Content-Type is repeated. */
export function contentTypeOf({ exchange: { response } }: Observed): string | undefined {
  return headerValues(response.headers, 'content-type')[0]
}

/** True for a redacted text: its length, spelling and value are no longer those of the service. */
export function isMasked(text: string): boolean {
  // As in `masks`: `[redacted]`, `[redacted second key]`, `[redacted: NAME_OF_VARIABLE]`.
  return /\[redacted[^\]]{0,100}\]/.test(text)
}

export interface Declared {
  /** The key of the response in the document: `200`, `4XX` or `default`. */
  readonly key: string
  readonly response: ResponseObject
  /** As spelled in the document: `application/json`, or a range such as `application/*`. */
  readonly name?: string
  readonly mediaType?: MediaTypeObject
}

const subtypeOf = (type: string): string | undefined => mediaTypeOf(type)?.split('/')[1]?.replace(/^x-/, '')

/** A file may have any media type except HTML and JSON, which would be a message unless it is an attachment. */
const isFile = (observed: Observed): boolean => {
  const [type, { response }] = [contentTypeOf(observed), observed.exchange]
  const isAttachment = /^\s*attachment\b/i.test(headerValue(response.headers, 'content-disposition') ?? '')
  return isAttachment || (type !== undefined && !isJsonType(type) && !isPage(response))
}

/**
 * Media types with one subtype are equal (`text/xml`, `application/x-yaml`), and for errors any JSON type matches
 * another, because the schema decides. A replayed response may lack its headers.
 */
const mediaTypeFor = (declared: readonly string[], observed: Observed): string | undefined => {
  const came = contentTypeOf(observed) ?? (observed.exchange.isReplay ? declared[0] : undefined)
  if (came === undefined) return undefined
  return (
    declaredFor(declared, came) ??
    declared.find((type) => subtypeOf(type) === subtypeOf(came)) ??
    declared.find((type) => mediaTypeOf(type) === 'application/octet-stream' && isFile(observed)) ??
    (statusOf(observed) >= 400 && isJsonType(came) ? declared.find(isJsonType) : undefined)
  )
}

/** The declaration for a response; undefined where the document has none for its method or status. */
export function declaredOf(observed: Observed): Declared | undefined {
  const { method, operation } = observed.case.call
  if (method !== undefined && method !== operation.method) return undefined
  const key = declaredStatus(operation, statusOf(observed))
  const response = key === undefined ? undefined : operation.responses[key]
  if (key === undefined || !response) return undefined
  const name = mediaTypeFor(Object.keys(response.content), observed)
  const mediaType = name === undefined ? undefined : response.content[name]
  return { key, response, ...(name !== undefined && { name }), ...(mediaType && { mediaType }) }
}

/** A schema that applies to a value. */
export interface Applied {
  readonly node: JsonObject
  readonly pointer: string
  /** The location of the reference to it; equal to `pointer` where none was followed. */
  readonly position: string
}

const mostApplied = 200

const below = (pointer: string, ...keys: readonly (string | number)[]): string =>
  `${pointer}${keys.map((key) => `/${escapeKey(String(key))}`).join('')}`

/** The schema at a pointer, and all others that apply to the same value. */
const allAt = (document: unknown, start: string): readonly Applied[] => {
  const found = new Map<string, Applied>()
  const add = (pointer: string): void => {
    const node = resolvePointer(document, pointer)
    if (!isObject(node) || found.has(pointer) || found.size >= mostApplied) return
    found.set(pointer, { node, pointer, position: start })
    const { $ref } = node
    if (typeof $ref === 'string' && $ref.startsWith('#')) add(pointerTo(segmentsOf($ref)))
    for (const keyword of ['allOf', 'anyOf', 'oneOf'])
      for (const index of listOf(node[keyword]).keys()) add(below(pointer, keyword, index))
    for (const keyword of ['if', 'then', 'else', 'not']) add(below(pointer, keyword))
  }
  add(start)
  return [...found.values()]
}

const fits = (pattern: string, key: string): boolean => {
  try {
    return new RegExp(pattern, 'u').test(key)
  } catch {
    return false
  }
}

const childrenOf = ({ node, pointer }: Applied, key: string): string[] => {
  const { prefixItems, additionalProperties } = node
  const isItem = /^\d+$/.test(key)
  if (isItem && Number(key) < listOf(prefixItems).length) return [below(pointer, 'prefixItems', key)]
  const items = isItem && isObject(node['items']) ? [below(pointer, 'items')] : []
  if (Object.hasOwn(objectOf(node['properties']), key)) return [...items, below(pointer, 'properties', key)]
  const patterns = Object.keys(objectOf(node['patternProperties'])).filter((pattern) => fits(pattern, key))
  const others =
    patterns.length === 0 && isObject(additionalProperties) ? [below(pointer, 'additionalProperties')] : []
  return [...items, ...patterns.map((pattern) => below(pointer, 'patternProperties', pattern)), ...others]
}

/** Every schema that applies to a value inside another; `start` points to the schema of the whole value. */
export function schemasAt(document: unknown, start: string, keys: readonly string[]): readonly Applied[] {
  let applied = allAt(document, start)
  for (const key of keys) {
    const children = new Set(applied.flatMap((one) => childrenOf(one, key)))
    const next = [...children].slice(0, mostApplied).flatMap((child) => allAt(document, child))
    if (next.length === 0) break
    applied = next
  }
  return applied
}

/**
 * The schema that holds the violated keyword, which a validator reports relative to the enclosing schema.
 * @param start JSON Pointer of the schema of the whole value
 */
export function schemaLocation(
  document: unknown,
  start: string,
  { instancePath, schemaPath, keyword }: ValidationError,
): Pick<Applied, 'pointer' | 'position'> {
  const applied = schemasAt(document, start, keysOf(instancePath))
  const holding = applied.filter(({ node }) => Object.hasOwn(node, keyword))
  // Relative to the last named schema on the path.
  const tail = schemaPath.replace(/^.*(#|\/unit(?=\/))/, '')
  const exact = holding.find(({ pointer }) => `${pointer}/${keyword}`.endsWith(tail))
  return exact ?? holding[0] ?? applied[0] ?? { pointer: start, position: start }
}
