import type { Result } from '../service/call.js'
import type { QueryPairs } from '../pipeline/query.js'
import { badRequest } from '../primitives/refusal.js'
import type { Service } from '../service/service.js'

/** One request to a control of the sandbox: nothing of it has been validated. */
export interface ControlCall {
  readonly service: Service
  readonly partnerId: string
  readonly path: Readonly<Record<string, string>>
  readonly query: QueryPairs
  readonly body: unknown
}

/** A control of the sandbox's own, below `/controls`: it is in no document, and no version changes it. */
export interface Control {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly does: string
  /** Throws `Refusal`, or rejects with it. */
  readonly run: (call: ControlCall) => Result | Promise<Result>
}

/** The members of a body that has to be an object. Throws `Refusal` 400. */
export function membersOf(body: unknown): ReadonlyMap<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('request body must be an object')
  return new Map(Object.entries(body))
}

/** The text of a member, which has to be there. Throws `Refusal` 400. */
export function textOf(members: ReadonlyMap<string, unknown>, name: string): string {
  const value = members.get(name)
  if (typeof value !== 'string' || value === '') throw badRequest(`request body at /${name} must be a text`)
  return value
}

/** The single value of a query parameter, if it was given. Throws `Refusal` 400 for several. */
export function queryText(query: QueryPairs, name: string): string | undefined {
  const [value, ...others] = query.get(name) ?? []
  if (others.length > 0) throw badRequest(`query parameter '${name}' must not be given more than once`)
  return value
}
