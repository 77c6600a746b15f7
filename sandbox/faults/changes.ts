import { type ServedResponse, jsonMediaType, type VersionProblem } from '../pipeline/response.js'
import type { ResponseContext } from '../pipeline/fault-set.js'
import type { QueryPairs } from '../pipeline/request.js'
import type { Check } from '../service/service.js'
import type { CustomerRecord } from '../state/records.js'
import { type Edit, isEditable, objectAt, objectIn, resolved, type Hooks } from './fault.js'

/** Changes a response before it is sent. */
export type Change = (response: ServedResponse, about: ResponseContext) => ServedResponse

/** Whether a change applies. */
export type When = (about: ResponseContext, response: ServedResponse) => boolean

/** Changes responses. `where` names operations, `*` for all, then a status if not every one: `2xx` or `40[13]`. */
export function on(where: string, change: Change, when: When = () => true): Hooks {
  const words = where.split(' ')
  const status = /^\d/.test(words.at(-1) ?? '') ? words.pop()?.replaceAll('x', '\\d') : undefined
  const ofStatus = new RegExp(`^${status ?? '\\d+'}$`)
  const isMeant = (about: ResponseContext, response: ServedResponse): boolean =>
    (words[0] === '*' || words.includes(about.operationId ?? '')) && ofStatus.test(String(response.status))
  return {
    response: (response, about) =>
      isMeant(about, response) && when(about, response) ? change(response, about) : response,
  }
}

/** Makes another JSON body; a response without text is not changed. */
export function body(make: (body: unknown, about: ResponseContext) => unknown): Change {
  return (response, about) =>
    typeof response.body === 'string'
      ? { ...response, body: JSON.stringify(make(JSON.parse(response.body), about)) }
      : response
}

/** Edits a JSON object or list in place; other bodies are not changed. */
export function json(edit: Edit<ResponseContext>): Change {
  return body((value, about) => {
    if (isEditable(value)) edit(value, about)
    return value
  })
}

/** Answers a status with a JSON body. */
export function respond(status: number, value: unknown): Change {
  return ({ headers }) => ({
    status,
    headers: { ...headers, 'content-type': jsonMediaType },
    body: JSON.stringify(value),
  })
}

/** Answers a status without a body. */
export function empty(status = 204): Change {
  return ({ headers: { 'content-type': _type, ...headers } }) => ({ status, headers })
}

/** Answers another status with the same body. */
export function status(code: number): Change {
  return (response) => ({ ...response, status: code })
}

/** Sets a header of the response. */
export function header(name: string, value: string | ((about: ResponseContext) => string)): Change {
  return (response, about) => ({
    ...response,
    headers: { ...response.headers, [name]: typeof value === 'string' ? value : value(about) },
  })
}

/** Omits a header of the response. */
export function withoutHeader(name: string): Change {
  return (response) => ({
    ...response,
    headers: Object.fromEntries(Object.entries(response.headers).filter(([key]) => key !== name)),
  })
}

/** Gives another id to a replay for an idempotency key. */
export const anotherId: Change = json((body, { service }) => (body['id'] = service.random.uuid('fault')))

/** The last successful response of an operation, in place of some refusals. */
export function lastOf(operationId: string, when: When): () => Hooks {
  return () => {
    let last: ServedResponse | undefined
    return on(operationId, (response, about) => {
      if (response.status === 200) last = response
      return last && response.status >= 400 && when(about, response)
        ? { ...last, headers: response.headers }
        : response
    })
  }
}

/** The first response to a read of each id, whatever changed since. */
export function remembered(operationId: string, parameter: string): () => Hooks {
  return () => {
    const seen = new Map<unknown, ServedResponse>()
    return on(operationId, (response, { values }) => {
      const id = values?.path[parameter]
      if (response.status === 200) seen.set(id, response)
      return seen.get(id) ?? response
    })
  }
}

/** Changes the quote in a response. */
export function quote(edit: Edit<ResponseContext>, when?: When): Hooks {
  return on('getAutorampQuote 200', json(edit), when)
}

/** Changes documents in place, by default those of all versions. */
export function documents(
  edit: Edit,
  applies: (version: string, newest: string) => boolean = () => true,
): Hooks {
  return {
    document: (document, version, newest) => {
      if (applies(version, newest)) edit(document, undefined)
    },
  }
}

/** Whether a version is the newest. */
export function isNewestVersion(version: string, newest: string): boolean {
  return version === newest
}

/** Changes parameters of a GET operation, shared ones in a copy. */
export function parameters(path: string, names: readonly string[], edit: Edit): Edit {
  return (document) => {
    const operation = objectAt(document, `/paths/${path.replaceAll('/', '~1')}/get`)
    const { parameters: list } = operation
    if (!Array.isArray(list)) return
    operation['parameters'] = list.map((entry: unknown) => {
      const parameter = resolved(document, objectIn(entry))
      if (!names.includes(String(parameter['name']))) return entry
      const copy = structuredClone(parameter)
      edit(copy, undefined)
      return copy
    })
  }
}

/** The query of a request, which is changed in place. */
export type Query = Map<string, readonly string[]>

/** Changes the query of an operation before it is read, so that a request is wrongly accepted or refused. */
export function asking(operationId: string, edit: (query: Query) => void): Hooks {
  return {
    query: (query: QueryPairs, asked) => {
      if (asked !== operationId) return query
      const changed = new Map(query)
      edit(changed)
      return changed
    },
  }
}

/** Gives a query parameter another value in some requests, or removes it. */
export function asked(
  operationId: string,
  name: string,
  value: string | undefined,
  when: (query: Query) => boolean,
): Hooks {
  return asking(operationId, (query) => {
    if (!when(query)) return
    if (value === undefined) query.delete(name)
    else query.set(name, [value])
  })
}

/** Changes the query of a quote. */
export function askingQuote(edit: (query: Query) => void): Hooks {
  return asking('getAutorampQuote', edit)
}

/** The first value of a parameter. */
export function firstValue(query: QueryPairs, name: string): string | undefined {
  return query.get(name)?.[0]
}

/** The items of a comma-separated list. */
export function listItems(query: QueryPairs, name: string): readonly string[] {
  const text = firstValue(query, name) ?? ''
  return text === '' ? [] : text.split(',')
}

/** Serves a version to some requests with an unsupported version. */
export function serving(
  pick: (requested: string, supported: readonly string[], operationId: string) => string | undefined,
  reason?: VersionProblem['reason'],
): Hooks {
  return {
    negotiate: (outcome, { requested = '', supported, operationId = '' }) => {
      const isMeant = outcome.problem && (reason ?? outcome.problem.reason) === outcome.problem.reason
      const served = isMeant ? pick(requested, supported, operationId) : undefined
      return served === undefined ? outcome : { served }
    },
  }
}

/** Ignores an unknown version on some operations. */
export function blindOn(...operations: readonly string[]): Hooks {
  return {
    negotiate: (outcome, { operationId = '' }) =>
      outcome.problem?.reason === 'version_unknown' && operations.includes(operationId)
        ? { served: outcome.served }
        : outcome,
  }
}

export const isNewest: When = ({ service, version }) => version === service.versions.supported.at(-1)

/** Whether the second supported version is served. */
export const isSecond: When = ({ service, version }) => version === service.versions.supported[1]

/** Whether the response is a replay for a repeated idempotency key. */
export const isReplay: When = ({ replay }) => replay

/** Whether the request has no such header. */
export function lacks(header: string): When {
  return ({ headers }) => headers[header.toLowerCase()] === undefined
}

export const isUnversioned = lacks('x-api-version')

/** Refuses requests of an operation without a header. */
export function requiring(where: string, header: string, code = 400): Hooks {
  return on(where, respond(code, `header '${header}' is required`), lacks(header))
}

/** Whether all conditions hold. */
export function both(...conditions: readonly When[]): When {
  return (about, response) => conditions.every((holds) => holds(about, response))
}

/** The customer in the path of a request, if it belongs to the caller. */
export function customerOf({ service, partnerId = '', values }: ResponseContext): CustomerRecord | undefined {
  return service.store.customers.find(partnerId, String(values?.path['id']))
}

/** Whether a query parameter was sent. */
export function hasParameter({ values }: ResponseContext, name: string): boolean {
  return values?.query[name] !== undefined
}

/** Omits a check of requests. */
export function skips(check: Check): Hooks {
  return { checks: (isMade, name) => isMade && name !== check }
}
