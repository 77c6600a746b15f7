import { badRequest, Refusal } from '../primitives/refusal.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from '#bundled/fastify'
import type { Operation } from '../../runtime/surface.js'
import type { ServedResponse } from './response.js'

/** The parameters of a query in order, each with all its values. */
export type QueryPairs = ReadonlyMap<string, readonly string[]>

/** Text that needs no decoding. */
const plainPattern = /^[\w.~-]*$/

const decode = (text: string): string => {
  try {
    return plainPattern.test(text) ? text : decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw badRequest('the query string contains an invalid percent-encoding')
  }
}

/** Parses a raw query into a `Map`, so that no name can reach a prototype. Throws `Refusal` 400. */
export function parseQuery(raw: string): QueryPairs {
  const pairs = new Map<string, string[]>()
  for (const part of raw.split('&')) {
    if (part === '') continue
    const [encoded = '', ...rest] = part.split('=')
    const name = decode(encoded)
    const values = pairs.get(name) ?? []
    values.push(decode(rest.join('=')))
    pairs.set(name, values)
  }
  return pairs
}

/** Limits on nesting, and on the number of objects, lists and texts. */
const [deepest, most] = [64, 100_000]

const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** The problem of a value that is nested too deeply, has too many parts, or has a key that reaches prototypes. */
const problemOf = (root: unknown): string | undefined => {
  let parts = 0
  let level: readonly unknown[] = [root]
  for (let depth = 1; level.length > 0; depth += 1) {
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value === 'string') parts += 1
      if (typeof value !== 'object' || value === null) continue
      if (depth > deepest) return `is nested more than ${deepest} levels deep`
      const keys = Array.isArray(value) ? [] : Object.keys(value)
      if (keys.some((key) => forbidden.has(key))) return 'contains a forbidden key'
      parts += 1 + keys.length
      if (parts > most) return `contains more than ${most} objects, lists and texts`
      for (const member of Object.values(value)) next.push(member)
    }
    level = next
  }
  return parts > most ? `contains more than ${most} objects, lists and texts` : undefined
}

const jsonType = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i

const utf8 = new TextDecoder('utf-8', { fatal: true })

const parseBody = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw badRequest('the request body is not JSON in UTF-8')
  }
}

/**
 * The value of a JSON body, `undefined` for an empty one. Of duplicate keys the last one counts. Throws `Refusal` 400
 * for another media type, for bytes that are not JSON in UTF-8, for prototype-polluting keys, for more than 64 levels
 * of nesting and for more than 100,000 parts.
 */
export function readJson(bytes: Uint8Array, contentType: string | undefined): unknown {
  if (bytes.length === 0) return undefined
  if (contentType === undefined || !jsonType.test(contentType))
    throw badRequest('the request body must be sent as application/json; charset=utf-8')
  const value = parseBody(bytes)
  const problem = problemOf(value)
  if (problem !== undefined) throw badRequest(`the request body ${problem}`)
  return value
}

interface Target {
  readonly operationId: string
  readonly tags: readonly string[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent for routes that are in no document. */
    readonly operation?: Target
  }
}

/** Responds to the requests of an operation. Throws, or rejects, for the error handler of its routes. */
type Responder = (request: FastifyRequest, operation: Target) => ServedResponse | Promise<ServedResponse>

const mebibyte = 1024 * 1024

/** The limit on bodies: small, because their content is stored in records. */
export const bodyLimit = mebibyte

/** Bodies with files have a limit of their own. */
const bodyLimits: Readonly<Record<string, number>> = { createCustomerIdentificationV2: 16 * mebibyte }

/** The mount of an operation: the path of its server; empty if that is only a slash. */
export function mountOf({ servers }: Operation): string {
  return new URL(servers[0] ?? '/', 'http://localhost').pathname.replace(/\/$/, '')
}

const urlOf = (operation: Operation): string =>
  mountOf(operation) + operation.path.replaceAll(/\{([^}]+)\}/g, ':$1')

/** The parameters in the path of a request. */
export function pathOf({ params }: FastifyRequest): Readonly<Record<string, string>> {
  return params as Readonly<Record<string, string>>
}

/** The raw query of a request, without question mark. */
export function rawQueryOf({ raw: { url = '' } }: FastifyRequest): string {
  const cut = url.indexOf('?')
  return cut < 0 ? '' : url.slice(cut + 1)
}

/** The value of a header; several values are joined as in HTTP. */
export function headerOf({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'object' ? value.join(', ') : value
}

const noBody = new Uint8Array()

/** The bytes of a body; empty without one. */
export function bytesOf({ body }: FastifyRequest): Uint8Array {
  return body instanceof Uint8Array ? body : noBody
}

/** Sends a response unchanged; Fastify adds the length and the date. */
export function send(reply: FastifyReply, { status, headers, body }: ServedResponse): FastifyReply {
  const ready = reply.code(status).headers(headers)
  return body === undefined || typeof body === 'string' ? ready.send(body) : ready.send(Buffer.from(body))
}

/** Sends a synchronous response without awaiting it, because awaiting takes longer than handling most requests. */
const sendWhenThere = (
  reply: FastifyReply,
  response: ServedResponse | Promise<ServedResponse>,
): Promise<FastifyReply> | undefined => {
  if (response instanceof Promise) return response.then((made) => send(reply, made))
  void send(reply, response)
  return undefined
}

/** All operations of one path. A pattern with parameters can also match the paths of other routes. */
interface Route {
  readonly url: string
  readonly pattern: RegExp
  readonly operations: readonly Operation[]
}

const patternOf = (url: string): RegExp => new RegExp(`^${url.replaceAll(/:[^/]+/g, '[^/]+')}$`)

const routesOf = (operations: readonly Operation[]): readonly Route[] => {
  const byUrl = new Map<string, Operation[]>()
  for (const operation of operations) {
    const url = urlOf(operation)
    byUrl.set(url, [...(byUrl.get(url) ?? []), operation])
  }
  return [...byUrl].map(([url, group]) => ({ url, pattern: patternOf(url), operations: group }))
}

const allowedBy = (operations: readonly Operation[]): string =>
  operations
    .map(({ method }) => method.toUpperCase())
    .sort()
    .join(', ')

const methodRefusal = (allowed: string): Refusal =>
  new Refusal(405, `this path accepts only ${allowed}`, { allow: allowed })

/** The refusal for a URL: 405 if its path has other methods, which `Allow` lists, otherwise 404. */
export function refusalsOf(operations: readonly Operation[]): (url: string) => Refusal {
  const parametersIn = (url: string): number => url.split(':').length
  const routes = routesOf(operations)
    .toSorted((one, other) => parametersIn(one.url) - parametersIn(other.url))
    .map((route) => ({ pattern: route.pattern, allowed: allowedBy(route.operations) }))
  return (url) => {
    const [path = ''] = url.split('?')
    const route = routes.find(({ pattern }) => pattern.test(path))
    return route === undefined
      ? new Refusal(404, 'nothing is served at this path')
      : methodRefusal(route.allowed)
  }
}

/**
 * Refuses methods that a path does not have but that would match another route with parameters: DELETE of
 * `/autoramps/check-limit` is not a DELETE of an autoramp.
 */
const shieldFrom = (app: FastifyInstance, { url, operations }: Route, routes: readonly Route[]): void => {
  const taken = new Set(operations.map(({ method }) => method))
  const others = routes.filter((other) => other.url !== url && other.pattern.test(url))
  const foreign = others.flatMap((other) => other.operations).filter(({ method }) => !taken.has(method))
  const refuse = (): never => {
    throw methodRefusal(allowedBy(operations))
  }
  for (const method of new Set(foreign.map((operation) => operation.method)))
    app.route({ method: method.toUpperCase(), url, handler: refuse })
}

/** Registers operations of a document by their methods and paths. */
export function addRoutes(app: FastifyInstance, operations: readonly Operation[], respond: Responder): void {
  const routes = routesOf(operations)
  for (const route of routes) {
    for (const { operationId, tags, method } of route.operations) {
      const operation = { operationId, tags }
      app.route({
        method: method.toUpperCase(),
        url: route.url,
        bodyLimit: bodyLimits[operationId] ?? bodyLimit,
        config: { operation },
        handler: (request, reply) => sendWhenThere(reply, respond(request, operation)),
      })
    }
    shieldFrom(app, route, routes)
  }
}
