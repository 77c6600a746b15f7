import type { Result, Service } from '../service/service.js'
import type { QueryPairs } from '../pipeline/request.js'
import { badRequest } from '../primitives/refusal.js'
import type { WebhookService } from '../webhook-endpoints/webhook-service.js'

/** One request to a control of the sandbox, not yet validated. */
export interface ControlCall {
  readonly service: Service
  readonly partnerId: string
  /** The id in the path; empty if there is none. */
  readonly id: string
  /** Those of the partner. */
  readonly webhooks: WebhookService
  readonly query: QueryPairs
  readonly body: unknown
}

/**
 * Controls of the sandbox, below `/controls`, by method and path: a description, and the work, which throws
 * `Refusal` or rejects with it. They are in no document and independent of versions.
 */
export type Controls = Readonly<
  Record<
    `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`,
    readonly [does: string, run: (call: ControlCall) => Result | Promise<Result>]
  >
>

/** The members of a body, which must be an object. Throws `Refusal` 400. */
export function membersOf(body: unknown): ReadonlyMap<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('request body must be an object')
  return new Map(Object.entries(body))
}

/** The string value of a required member. Throws `Refusal` 400. */
export function textOf(members: ReadonlyMap<string, unknown>, name: string): string {
  const value = members.get(name)
  if (typeof value !== 'string' || value === '') throw badRequest(`request body at /${name} must be a text`)
  return value
}

const largestPage = 100

/** The number of items of a page that a query requests. Throws `Refusal` 400. */
export function pageSizeOf(query: QueryPairs, usual: number): number {
  const text = queryText(query, 'page_size') ?? String(usual)
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > largestPage)
    throw badRequest(`query parameter 'page_size' must be a whole number from 1 to ${largestPage}`)
  return Number(text)
}

/** The single value of an optional query parameter. Throws `Refusal` 400 for several. */
export function queryText(query: QueryPairs, name: string): string | undefined {
  const [value, ...others] = query.get(name) ?? []
  if (others.length > 0) throw badRequest(`query parameter '${name}' must not be given more than once`)
  return value
}
