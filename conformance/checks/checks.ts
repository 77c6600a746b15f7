import * as is from './conditions.js'
import { isRefusal, mediaTypeOf } from '../exchange/reading.js'
import type { Observed, Fault } from '../model/case.js'
import {
  type Claim,
  contentTypeOf,
  declaredKeys,
  declaredOf,
  operationName,
  operationOf,
  statusOf,
} from './response.js'
import type { ExploreRuleId } from '../model/document-rules.js'
import { bodyFaults } from './body.js'
import { type Condition, not, statusBelow } from './conditions.js'
import { deviationKind, deviationWords, isWholeBody, nameOf } from './deviations.js'
import { absence, failure } from './failures.js'
import { headerFaults } from './headers.js'
import { writeOnlyFaults } from './write-only.js'

export interface Check {
  readonly rule: ExploreRuleId
  /** It judges a response only if all of these hold. */
  readonly when: readonly Condition[]
  /** Another rule, which some of the faults belong to. */
  readonly also?: ExploreRuleId
  /** Undefined where no schema judges the response. */
  readonly find: (observed: Observed) => Promise<readonly Fault[] | undefined> | readonly Fault[] | undefined
}

const operationAt = (observed: Observed): string => operationOf(observed).pointer
const responsesAt = (observed: Observed): string => `${operationAt(observed)}/responses`
const came = (observed: Observed): string => `${operationName(observed)} answered ${statusOf(observed)}`

const undeclaredStatus = (observed: Observed): Claim => {
  const [keys, status] = [declaredKeys(observed), statusOf(observed)]
  // Operations are redirected by one handler, whatever they declare.
  const beside =
    status >= 300 && status < 400 ? undefined : keys.filter((key) => key.startsWith('2')).join(', ')
  return {
    message: `${came(observed)}, and declares ${keys.join(', ')}`,
    expected: `One of the declared statuses: ${keys.join(', ')}.`,
    cause: beside === undefined ? `${status}` : `${status} beside ${beside}`,
  }
}

const undeclaredRefusal = (observed: Observed): Claim => ({
  message: `${operationName(observed)} refused with ${statusOf(observed)}, and declares ${declaredKeys(observed).join(', ')}`,
  expected: `A refusal that is declared, or ${statusOf(observed)} among the responses of the operation.`,
  cause: `${statusOf(observed)}`,
})

const otherMediaType = (observed: Observed): Claim => {
  const types = Object.keys(declaredOf(observed)?.response.content ?? {})
  const type = mediaTypeOf(contentTypeOf(observed)) ?? 'none'
  const has = `has ${type === 'none' ? 'no media type' : `media type ${type}`}, and declares ${types.join(', ')}`
  const isRefused = isRefusal(observed.exchange)
  // One handler writes refusals of any status, and a text that is not a media type is sent with any status.
  const sent = type !== 'none' && !type.includes('/') ? '' : isRefused ? 'refusal' : statusOf(observed)
  return {
    message: `${operationName(observed)} ${statusOf(observed)} ${has}`,
    ...(isRefused && { pattern: `* 4* ${has}` }),
    expected: `A body of media type ${types.join(' or ')}.`,
    cause: `${sent} ${type} for ${types.join(', ')}`,
    about: type,
  }
}

const carriedOut = (observed: Observed): Claim => {
  const { deviation } = observed.case
  return {
    message: `${came(observed)} to a request that is wrong: ${deviation ? deviationWords(deviation) : ''}`,
    expected: 'A refusal, such as 400 or 422.',
    cause: deviationKind(observed) ?? '',
    ...(deviation && !isWholeBody(deviation) && { about: nameOf(deviation) }),
  }
}

const unlocked = (observed: Observed): Claim => {
  const { credentials = 'own' } = observed.case.call
  const isLess = credentials.startsWith('without ')
  const how = isLess ? credentials : `${credentials === 'none' ? 'without' : 'with wrong'} credentials`
  const ways = operationOf(observed).security.map((one) => Object.keys(one).toSorted().join(' and '))
  const required = [...new Set(ways)].toSorted().join(' or ')
  return {
    message: `${came(observed)} ${how}, and requires ${required}`,
    expected: 'A refusal: 401, or 403.',
    cause: isLess || credentials === 'none' ? credentials : 'wrong',
  }
}

const otherMethod = (observed: Observed): Claim => ({
  message: `${came(observed)}, and the document has no such method for the path`,
  expected: 'A refusal: 405, or 404.',
  cause: `${observed.case.call.method} ${statusOf(observed)}`,
})

const ownResponse = [is.answered, is.ordinary, not(is.elsewhere), not(is.ofAnother)]
const ownDeclared = [...ownResponse, is.declared, statusBelow(500), not(is.beforeOperation)]
const fromService = [is.answered, not(is.outage)]
const wrongRequest = [...fromService, is.ordinary, is.authorized, is.wrong, not(is.ofAnother)]
const unauthorized = [...fromService, is.ordinary, not(is.authorized), not(is.byCertificate)]
const otherCredentials = [...unauthorized, not(is.ofAnother), not(is.undeclaredPage)]

/** Makes a check that every response breaks for which `when` holds, unless `holds` is true. */
const promise = (
  rule: ExploreRuleId,
  at: (observed: Observed) => string,
  say: (observed: Observed) => Claim,
  when: readonly Condition[],
  holds?: Condition,
): Check => {
  const fault = (observed: Observed): Fault => ({ rule, pointer: at(observed), ...say(observed) })
  return { rule, when, find: (observed) => (holds?.(observed) === true ? [] : [fault(observed)]) }
}

const deviationAt = (observed: Observed): string => observed.case.deviation?.pointer ?? operationAt(observed)
const contentAt = (observed: Observed): string => `${declaredOf(observed)?.response.pointer}/content`
const pathAt = (observed: Observed): string => operationAt(observed).replace(/\/[^/]*$/, '')

const waited = [is.unanswered, not(is.askedToWait), not(is.cutOff)]
const successful = [...ownResponse, statusBelow(400), not(is.harmlessRedirect)]
const turnedDown = [is.answered, is.ordinary, not(is.elsewhere), not(is.open), is.refused, is.worthDeclaring]
const typed = [...ownDeclared, is.filled, is.describing, not(is.replayed)]
const headed = [...ownDeclared, not(is.replayed)]
const refusable = [...wrongRequest, not(is.overlookable)]
const overlookable = [...wrongRequest, is.overlookable]
const invalid = [...otherCredentials, not(is.ofAnybody)]
const madeUp = [...otherCredentials, is.ofAnybody]
const otherMethods = [...fromService, is.ofOtherMethod, not(is.frontend)]

/** The promises that a single response can break, judged where all of `when` holds (see `judge.ts`). */
export const checks: readonly Check[] = [
  promise('answers/server-error', operationAt, absence, waited),
  promise('answers/server-error', operationAt, failure, [is.answered], not(is.failed)),
  promise('answers/status', responsesAt, undeclaredStatus, successful, is.declared),
  promise('answers/undeclared-refusal', responsesAt, undeclaredRefusal, turnedDown, is.declared),
  promise('answers/media-type', contentAt, otherMediaType, typed, is.ofDeclaredType),
  { rule: 'answers/body', also: 'answers/format', when: [...ownDeclared, not(is.ofHead)], find: bodyFaults },
  { rule: 'answers/write-only', when: [...ownDeclared, not(is.ofHead)], find: writeOnlyFaults },
  { rule: 'answers/headers', also: 'answers/format', when: headed, find: headerFaults },
  promise('requests/invalid-refused', deviationAt, carriedOut, refusable, not(is.carriedOut)),
  promise('requests/lenient', deviationAt, carriedOut, overlookable, not(is.carriedOut)),
  promise('security/required', operationAt, unlocked, invalid, not(is.served)),
  promise('security/made-up', operationAt, unlocked, madeUp, not(is.served)),
  promise('methods/undeclared', pathAt, otherMethod, otherMethods, not(is.served)),
]
