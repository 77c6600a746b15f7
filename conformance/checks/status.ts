import { headerValue } from '../exchange/exchange.js'
import { declaredOf, isOrdinary, isUnanswered, mayBeOfAnother, operationName } from './answer.js'
import { type Fault, shownBy } from './checked.js'
import type { Observed } from '../model/observed.js'
import type { Check } from '../model/violation.js'

/** Refusals that any operation may give, and that documents hardly ever repeat for each. */
const general = new Set([401, 403, 404, 405, 406, 408, 411, 413, 414, 415, 417, 421, 426, 429, 431])

const plainPath = (url: URL): string =>
  decodeURI(url.pathname)
    .replaceAll(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .toLowerCase()

/** A redirect to another spelling of the same address: a slash at its end, another scheme or host. */
const isOtherSpelling = ({ exchange: { request, response } }: Observed): boolean => {
  const target = headerValue(response.headers, 'location')
  if (target === undefined || !URL.canParse(target, request.url)) return false
  try {
    return plainPath(new URL(target, request.url)) === plainPath(new URL(request.url))
  } catch {
    return false
  }
}

const declaredIn = ({ case: { call } }: Observed): readonly string[] => Object.keys(call.operation.responses)

const hasSense = (observed: Observed): boolean =>
  !isUnanswered(observed) && isOrdinary(observed) && declaredIn(observed).length > 0

/** `answers/status`: exact statuses, ranges such as `2XX` and `default` count as declared. */
export const status: Check = (observed) => {
  const came = observed.exchange.response.status
  if (!hasSense(observed) || came >= 400) return undefined
  if (declaredOf(observed)) return []
  if (mayBeOfAnother(observed)) return undefined
  const isRedirect = came >= 300
  const hasOwnKey = (observed.case.call.credentials ?? 'own') === 'own'
  if (isRedirect && (came === 304 || !hasOwnKey || isOtherSpelling(observed))) return undefined
  const declared = declaredIn(observed).join(', ')
  const { pointer } = observed.case.call.operation
  return shownBy(observed, [
    {
      rule: 'answers/status',
      message: `${operationName(observed)} answered ${came}, and declares ${declared}`,
      pointer: `${pointer}/responses`,
      expected: `One of the declared statuses: ${declared}.`,
      cause: `${came} beside ${declaredIn(observed)
        .filter((key) => /^[23]/.test(key))
        .join(', ')}`,
    },
  ])
}

const showsRefusals = (observed: Observed): boolean =>
  declaredIn(observed).some((key) => /^(4|default)/i.test(key))

/** A body that cannot be read is refused before any operation is known. */
const isUnreadable = ({ case: { deviation } }: Observed): boolean => deviation?.keyword === 'syntax'

const refusal = (observed: Observed, words: string): Fault => {
  const came = observed.exchange.response.status
  const declared = declaredIn(observed).join(', ')
  return {
    rule: 'answers/undeclared-refusal',
    message: `${operationName(observed)} ${words}, and declares ${declared}`,
    pointer: `${observed.case.call.operation.pointer}/responses`,
    expected: `A refusal that is declared, or ${came} among the responses of the operation.`,
    cause: `${came}`,
  }
}

/**
 * `answers/undeclared-refusal`: where an operation shows how it refuses, another refusal is none of those. What is not
 * implemented is refused too, whatever the class of its status.
 */
export const undeclaredRefusal: Check = (observed) => {
  const came = observed.exchange.response.status
  if (!hasSense(observed) || came < 400 || observed.case.expectation === 'open') return undefined
  if (came >= 500 && came !== 501) return undefined
  if (declaredOf(observed)) return []
  if (came === 501) return shownBy(observed, [refusal(observed, 'answered 501, Not Implemented')])
  if (general.has(came) || !showsRefusals(observed)) return undefined
  if (came === 400 && isUnreadable(observed)) return undefined
  return shownBy(observed, [refusal(observed, `refused with ${came}`)])
}
