import { headerValue } from '../exchange/exchange.js'
import { isJsonType, isTextType, isOutage, isPage } from '../exchange/reading.js'
import { streamKind } from '../exchange/streams.js'
import type { Operation } from '../../runtime/surface.js'
import type { Api, Observed } from '../model/case.js'
import { isOverlookable, isWrong, refusesInBody, peculiaritiesIn } from './deviations.js'
import { contentTypeOf, declaredKeys, declaredOf, operationOf, statusOf } from './response.js'

export interface Condition {
  (observed: Observed): boolean
  /** Completes the sentence "judged where ...", for the documentation; where it is negated, "not judged where". */
  readonly words: string
  readonly isNegated?: true
}

const where = (words: string, holds: (observed: Observed) => boolean): Condition =>
  Object.assign((observed: Observed) => holds(observed), { words })

/** The opposite of a condition. */
export function not(condition: Condition): Condition {
  const { words } = condition
  return Object.assign((observed: Observed) => !condition(observed), { words, isNegated: true as const })
}

/** Statuses by which HTTP itself refuses: routing, parsing, negotiation, limits. */
const ofHttp = [405, 406, 408, 411, 413, 414, 415, 417, 421, 426, 429, 431]

/** Refusals that precede any operation; documents rarely declare them for each. */
const general = new Set([401, 403, ...ofHttp])

/** Statuses of gateways, routers and guards, sent before the request reaches the operation. */
const ofGuards = new Set([301, 302, 303, 307, 308, 401, 403, 404])

const pathValues = ({ case: { call } }: Observed): unknown[] => Object.values(call.path)

/** Whether the method is that of the operation, and no path value may route to another one. */
const isOwnMethod = (o: Observed): boolean =>
  o.exchange.request.method.toLowerCase() === operationOf(o).method && pathValues(o).every(isPlainInPath)

const isPlainInPath = (value: unknown): boolean =>
  typeof value !== 'string' || /^(?!\.{1,2}$)[\w.~@:+,=!-]{1,200}$/.test(value)

/** Text that ends or changes a path segment on its way, plain or encoded. */
const leadsElsewhere = /^\.{0,2}$|[/\\%?#;]|^\s|\s$|\p{Cc}/u

const isOddBeforeBody = ({ case: made }: Observed): boolean =>
  made.expectation === 'unknown' ||
  [...peculiaritiesIn(made), ...(made.deviation ? [made.deviation] : [])].some((one) => one.in !== 'body')

/** Whether a media type is that of a stream, which ends only when the client closes the connection. */
const isStreamed = (type: string): boolean =>
  streamKind(type) !== undefined || /stream\+json|x-mixed-replace|^(audio|video)\//i.test(type)

/** Names of parameters that ask for a long poll. */
const waiting = /^(watch|follow|stream|tail|wait|timeout|long_?poll|block)/i

/** A server may refuse a larger body by closing the connection while it is sent. */
const largestBody = 1_000_000

const plainPath = (url: URL): string =>
  decodeURI(url.pathname)
    .replaceAll(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .toLowerCase()

const leadsToItself = ({ exchange: { request, response } }: Observed): boolean => {
  const target = headerValue(response.headers, 'location')
  if (target === undefined) return false
  try {
    return plainPath(new URL(target, request.url)) === plainPath(new URL(request.url))
  } catch {
    return false
  }
}

export const answered = where(
  'a whole response came',
  (o) => o.noAnswer === undefined && o.exchange.response.status > 0,
)
export const unanswered = where(
  'the connection broke, or the time was up',
  ({ noAnswer }) => noAnswer === 'broken' || noAnswer === 'timeout',
)
export const askedToWait = where(
  'the request or its media types ask the service to keep the connection open',
  ({ noAnswer, case: { call } }) =>
    noAnswer === 'timeout' &&
    (Object.keys(call.query).some((name) => waiting.test(name)) ||
      Object.values(call.operation.responses).some(({ content }) => Object.keys(content).some(isStreamed))),
)
export const cutOff = where(
  'a body of a megabyte may have been refused while it was sent',
  ({ noAnswer, exchange }) => noAnswer === 'broken' && (exchange.request.body?.length ?? 0) > largestBody,
)
export const ordinary = where(
  'the method is that of the operation',
  ({ case: { call } }) => call.method === undefined || call.method === call.operation.method,
)
export const authorized = where(
  "the request has the run's own credentials",
  ({ case: { call } }) => (call.credentials ?? 'own') === 'own',
)
export const served = where('the status is 2xx', (o) => statusOf(o) >= 200 && statusOf(o) < 300)
export const declared = where(
  'the status is declared, by itself, by its range or by `default`',
  (o) => declaredOf(o) !== undefined,
)
export const filled = where('the response has a body', (o) => o.exchange.response.body !== '')
export const describing = where(
  'its declaration has media types',
  (o) => Object.keys(declaredOf(o)?.response.content ?? {}).length > 0,
)
export const ofDeclaredType = where(
  'its media type is declared',
  (o) =>
    declaredOf(o)?.mediaType !== undefined ||
    (o.tolerances?.isTextPlain === true && statusOf(o) >= 400 && isTextType(contentTypeOf(o))),
)
export const replayed = where('a stored response is repeated without its headers', (o) => o.exchange.isReplay)
export const elsewhere = where(
  'another version may have served the request',
  ({ tolerances }) => tolerances?.isElsewhere === true,
)
export const open = where(
  'the document says nothing of such a request',
  ({ case: { expectation }, exchange }) =>
    expectation === 'open' || (expectation === 'unknown' && exchange.isGuess === true),
)

/** A status of HTTP below `to`; 0 stands for no response. */
export function statusBelow(to: number): Condition {
  return where(`the status is 100 to ${to - 1}`, (o) => statusOf(o) >= 100 && statusOf(o) < to)
}

export const refused = where(
  'the status is 4xx or 501',
  (o) => (statusOf(o) >= 400 && statusOf(o) < 500) || statusOf(o) === 501,
)

/** A service that fails or is too busy shows nothing of what it refuses; 501 is a refusal. */
export const outage = where(
  'the status is 429 or 5xx other than 501, so that the service may not have come to refusing',
  (o) => isOutage(o.exchange) && statusOf(o) !== 501,
)

/** 501 is how HTTP refuses an unimplemented method, and a document may declare any 5xx other than 500. */
export const failed = where(
  'the status is 5xx, and neither 501 nor one other than 500 that is declared',
  (o) =>
    statusOf(o) >= 500 &&
    statusOf(o) !== 501 &&
    (statusOf(o) === 500 || !declaredKeys(o).includes(String(statusOf(o)))),
)

/**
 * Firewalls refuse texts that look like an attack, in a form of their own. A service refuses a caller with 403, and so
 * a plain request too, whose response is judged.
 */
export const filtered = where(
  'odd or wrong values are refused with 403, or by an undeclared page with 406, as a firewall does',
  (o) =>
    (statusOf(o) === 403 || (statusOf(o) === 406 && undeclaredPage(o))) &&
    (o.case.deviation !== undefined || peculiaritiesIn(o.case).length > 0),
)

/** A router, guard or gateway refuses before the operation is known, in a format that no document describes. */
export const beforeOperation = where('the refusal may come from a router, a guard or a gateway', (o) => {
  const status = statusOf(o)
  if (status < 300 || status >= 500) return false
  if (ofHttp.includes(status) || !ordinary(o) || o.case.expectation === 'open' || filtered(o)) return true
  // Ranges and `default` rarely describe these, and another media type shows that they come from a gateway.
  const isNamed = Object.hasOwn(operationOf(o).responses, String(status))
  if (!isNamed && ofGuards.has(status) && !isJsonType(contentTypeOf(o))) return true
  if (pathValues(o).some((value) => !isPlainInPath(value)))
    return [301, 302, 307, 308, 400, 403, 404].includes(status)
  return status === 400 && isOddBeforeBody(o) && !isJsonType(contentTypeOf(o))
})

/** Servers take a path value such as `/`, `..` or an empty one for another path, or serve a page for any path. */
export const ofAnother = where('the path may lead to another operation', (o) => {
  if (pathValues(o).some((value) => typeof value === 'string' && leadsElsewhere.test(value))) return true
  return isPage(o.exchange.response) && pathValues(o).some((value) => !isPlainInPath(value))
})

/** A page of a frontend or a login, where another media type is declared. */
export const undeclaredPage = where(
  'an undeclared page came',
  (o) => isPage(o.exchange.response) && !ofDeclaredType(o) && (describing(o) || !declared(o)),
)

export const harmlessRedirect = where(
  'the redirect leads to another spelling of the same address, to a login, or says that nothing changed',
  (o) => statusOf(o) >= 300 && (statusOf(o) === 304 || !authorized(o) || leadsToItself(o)),
)

const showsRefusals = (observed: Observed): boolean =>
  declaredKeys(observed).some((key) => /^(4|default)/i.test(key))

/** Without a value in the path, the query or the body the request refers to nothing that could be missing. */
const namesNothing = ({ case: { call } }: Observed): boolean =>
  Object.keys(call.query).length === 0 && call.body === undefined && (call.credentials ?? 'own') === 'own'

/**
 * Where an operation declares refusals, another one is an omission of the document. A resource that a path value names
 * may always be missing; a path without parameters may not.
 */
export const worthDeclaring = where(
  'the refusal is declared, or is none that any operation may give: 401, 403, those of HTTP itself, 404 with a parameter in the path',
  (o) => {
    const status = statusOf(o)
    if (declared(o) || status === 501) return true
    // The document declares the method, so 405 must be declared too.
    if (status === 405 && isOwnMethod(o)) return true
    if (general.has(status) || o.tolerances?.isGeneral?.(operationOf(o), status) === true) return false
    if (status === 404 && operationOf(o).path.includes('{')) return false
    if (status === 404 && namesNothing(o)) return true
    // A body that cannot be parsed is refused before the operation is known.
    if (status === 400 && o.case.deviation?.keyword === 'syntax') return false
    return showsRefusals(o)
  },
)

const schemesOf = (observed: Observed): (string | undefined)[] =>
  operationOf(observed).security.flatMap((one) =>
    Object.keys(one).map((name) => observed.api.surface.securitySchemes[name]?.type),
  )

export const byCertificate = where(
  'a certificate belongs to the connection, and so comes with every request',
  (o) => schemesOf(o).includes('mutualTLS'),
)

/** Whether an operation can be called with a name or a token alone. */
export function takesNames({ security }: Operation, { surface }: Api): boolean {
  return security.some((one) =>
    Object.keys(one).every((name) => surface.securitySchemes[name]?.type === 'http'),
  )
}

/** Some services treat every name and token as a new identity by design. */
export const ofAnybody = where(
  'the credentials are a name or a token that nobody was given',
  (o) => !/^(none|without .*)$/.test(o.case.call.credentials ?? '') && takesNames(operationOf(o), o.api),
)

export const ofOtherMethod = where(
  'the method is one that the document does not have for the path, and servers do not answer for all paths',
  (o) => !ordinary(o) && !['head', 'options', 'trace'].includes(o.case.call.method ?? ''),
)

/** The page of a frontend, served for every unknown path. */
export const frontend = where(
  'a page came',
  (o) => o.case.call.method === 'get' && isPage(o.exchange.response),
)

export const wrong = where(
  'the request breaks the document, and no service reads it as right by design',
  isWrong,
)
export const overlookable = where(
  'the operation declares no refusal, or services overlook such a mistake for good reason',
  isOverlookable,
)
export const carriedOut = where(
  'the status is 2xx, and the body does not say that it failed',
  (o) => served(o) && !refusesInBody(o),
)

/** A response to HEAD has no body, whatever the operation declares. */
export const ofHead = where('the method is HEAD', (o) => o.exchange.request.method === 'HEAD')
