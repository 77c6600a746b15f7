import type { FastifyRequest } from '#bundled/fastify'

import { parseQuery, type QueryPairs, bytesOf, pathOf, rawQueryOf } from '../pipeline/request.js'
import { Refusal } from '../primitives/refusal.js'

export type RequestHeaders = FastifyRequest['headers']

/** The value of a header, if it occurs exactly once. */
export function singleOf(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

/** The query of a request. Throws `Refusal` 400. */
export function queryOf(request: FastifyRequest): QueryPairs {
  return parseQuery(rawQueryOf(request))
}

const form = 'application/x-www-form-urlencoded'

/** The fields of a form. Throws `Refusal` 400, or 415 for a content type that the console's forms do not send. */
export function formOf(request: FastifyRequest): QueryPairs {
  if (singleOf(request.headers, 'content-type')?.split(';')[0]?.trim() !== form)
    throw new Refusal(415, `Forms of the console are sent as ${form}.`)
  return parseQuery(Buffer.from(bytesOf(request)).toString('utf8'))
}

/** The first value of a field; empty if there is none. */
export function fieldOf(pairs: QueryPairs, name: string): string {
  return pairs.get(name)?.[0] ?? ''
}

/** The id in the path; empty if the route has none. */
export function idOf(request: FastifyRequest): string {
  return pathOf(request)['id'] ?? ''
}

/** Whether a user sees the response: it is not a prefetch. */
export function isViewed({ headers }: FastifyRequest): boolean {
  const purpose = singleOf(headers, 'sec-purpose') ?? singleOf(headers, 'purpose') ?? ''
  return !purpose.includes('prefetch')
}

/** A console path with the parameters that are set as query. */
export function addressOf(path: string, parameters: Readonly<Record<string, string | number>>): string {
  const set = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    value === '' ? [] : [[name, String(value)]],
  )
  if (set.length === 0) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(set).toString()}`
}
