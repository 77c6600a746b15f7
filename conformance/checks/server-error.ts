import { operationName } from './answer.js'
import { type Fault, shownBy } from './checked.js'
import { errorText } from './error-text.js'
import { provocation, requestWords } from './provocation.js'
import type { Observed } from '../model/observed.js'
import type { Check } from '../model/violation.js'

/** Media types of answers that end when the client ends them. */
const streamed = /event-stream|ndjson|jsonl|json-seq|stream\+json|x-mixed-replace|^(audio|video)\//i

/** Parameters by which a client asks to be kept waiting. */
const waiting = /^(watch|follow|stream|tail|wait|timeout|long_?poll|block)/i

const mayTakeLong = ({ case: { call } }: Observed): boolean =>
  Object.values(call.operation.responses).some(({ content }) =>
    Object.keys(content).some((type) => streamed.test(type)),
  ) || Object.keys(call.query).some((name) => waiting.test(name))

/** A larger body may be refused by closing the connection while it is still sent. */
const largestBody = 1_000_000

const isExpected = (observed: Observed): boolean => {
  const { status } = observed.exchange.response
  // 501 is how HTTP refuses what a server does not have: a refusal, and no failure.
  if (status === 501) return true
  return status !== 500 && Object.keys(observed.case.call.operation.responses).includes(String(status))
}

const expected = 'An answer with a status below 500: 2xx where the request is right, 4xx where it is wrong.'

/** The name of an error by itself, as any operation may have it, is told apart by what led to it. */
const causeOf = (text: string | undefined, otherwise: string): string => {
  if (text === undefined) return otherwise
  return /^[\w.$:-]+$/.test(text) ? `${text} ${otherwise}` : text
}

const failure = (observed: Observed): Fault => {
  const { status } = observed.exchange.response
  const text = errorText(observed)
  const words = text === undefined ? requestWords(observed) : `: ${text}`
  return {
    rule: 'answers/server-error',
    message: `${operationName(observed)} answered ${status}${words}`,
    pointer: observed.case.call.operation.pointer,
    expected,
    cause: `${status} ${causeOf(text, provocation(observed))}`,
  }
}

const absence = (observed: Observed): Fault | undefined => {
  const { call } = observed.case
  const isLate = observed.noAnswer === 'timeout'
  if (isLate && mayTakeLong(observed)) return undefined
  if (!isLate && (observed.exchange.request.body?.length ?? 0) > largestBody) return undefined
  const what = isLate ? 'gave no answer in the time that it has' : 'broke the connection without an answer'
  return {
    rule: 'answers/server-error',
    message: `${operationName(observed)} ${what}${requestWords(observed)}`,
    pointer: call.operation.pointer,
    expected,
    cause: `${observed.noAnswer ?? 'broken'} ${provocation(observed)}`,
  }
}

/** `answers/server-error`: a status that the document declares for the operation, other than 500, is no failure. */
export const serverError: Check = (observed) => {
  const { status } = observed.exchange.response
  if (observed.noAnswer !== undefined || status === 0) {
    const fault = absence(observed)
    return fault && shownBy(observed, [fault])
  }
  return status < 500 || isExpected(observed) ? [] : shownBy(observed, [failure(observed)])
}
