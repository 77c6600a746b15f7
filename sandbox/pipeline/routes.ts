import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from '#bundled/fastify'

import type { Operation } from '../../runtime/surface.js'
import type { Answer } from './answer.js'
import { Refusal } from '../primitives/refusal.js'
import type { IncomingRequest, Target } from './pipeline.js'

/** Handles the requests of one part of the service: below `/api`, or for the documents. */
export type Responder = (incoming: IncomingRequest) => Answer | Promise<Answer>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of a route. */
    readonly operation?: Target
  }
}

/** Returns the responder for an operation's mount, which is empty for the documents. */
export type Responders = (mount: string) => Responder

const methods: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const noBody = new Uint8Array()

/** The mount of an operation: the path of its server; empty if that is only a slash. */
export function mountOf({ servers }: Operation): string {
  return new URL(servers[0] ?? '/', 'http://localhost').pathname.replace(/\/$/, '')
}

const urlOf = (operation: Operation): string =>
  mountOf(operation) + operation.path.replaceAll(/\{([^}]+)\}/g, ':$1')

const asMethod = (method: string): HTTPMethods | undefined =>
  methods.find((known) => known === method.toUpperCase())

const isParameters = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null

/** Converts a request for the pipeline. */
export function incomingOf(request: FastifyRequest, target: IncomingRequest['target']): IncomingRequest {
  const { method, headers, body, params, raw } = request
  const url = raw.url ?? ''
  const cut = url.indexOf('?')
  return {
    method,
    url,
    query: cut < 0 ? '' : url.slice(cut + 1),
    headers,
    path: isParameters(params) ? params : {},
    body: body instanceof Uint8Array ? body : noBody,
    target,
  }
}

/** Sends a response unchanged; Fastify adds the length and the date. */
export function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  const ready = reply.code(status).headers(headers)
  return body === undefined || typeof body === 'string' ? ready.send(body) : ready.send(Buffer.from(body))
}

/** Sends a synchronous response without awaiting it, because awaiting takes longer than handling most requests. */
const sendWhenThere = (
  reply: FastifyReply,
  answer: Answer | Promise<Answer>,
): Promise<FastifyReply> | undefined => {
  if (answer instanceof Promise) return answer.then((made) => send(reply, made))
  void send(reply, answer)
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

const addOperation = (app: FastifyInstance, url: string, operation: Operation, respond: Responder): void => {
  const { operationId, tags } = operation
  const method = asMethod(operation.method)
  if (method === undefined) return
  const target = { operationId, tags }
  app.route({
    method,
    url,
    config: { operation: target },
    handler: (request, reply) => sendWhenThere(reply, respond(incomingOf(request, target))),
  })
}

const allowedBy = (operations: readonly Operation[]): string =>
  operations
    .map(({ method }) => method.toUpperCase())
    .sort()
    .join(', ')

const methodRefusal = (allowed: string): Refusal =>
  new Refusal(405, `this path takes ${allowed} only`, { allow: allowed })

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
 * `/autoramps/check-limit` is no DELETE of an autoramp.
 */
const shieldFrom = (
  app: FastifyInstance,
  { url, operations }: Route,
  routes: readonly Route[],
  respond: Responder,
): void => {
  const taken = new Set(operations.map(({ method }) => method))
  const others = routes.filter((other) => other.url !== url && other.pattern.test(url))
  const stray = others.flatMap((other) => other.operations).filter(({ method }) => !taken.has(method))
  const refusal = methodRefusal(allowedBy(operations))
  for (const method of new Set(stray.map((operation) => asMethod(operation.method))))
    if (method !== undefined)
      app.route({
        method,
        url,
        handler: (request, reply) => sendWhenThere(reply, respond(incomingOf(request, refusal))),
      })
}

/** Registers every operation of a document by its method and path. */
export function addRoutes(
  app: FastifyInstance,
  operations: readonly Operation[],
  responders: Responders,
): void {
  const routes = routesOf(operations)
  for (const route of routes) {
    const [first] = route.operations
    if (first === undefined) continue
    const respond = responders(mountOf(first))
    for (const operation of route.operations) addOperation(app, route.url, operation, respond)
    shieldFrom(app, route, routes, respond)
  }
}
