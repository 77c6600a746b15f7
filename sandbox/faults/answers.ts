import { type Answer, jsonMediaType } from '../pipeline/answer.js'
import type { AnswerContext } from '../pipeline/fault-set.js'
import type { Hooks } from './fault.js'

/** An answer with another status and a JSON body. */
export function respondWith(answer: Answer, status: number, value: unknown): Answer {
  return {
    ...answer,
    status,
    headers: { ...answer.headers, 'content-type': jsonMediaType },
    body: JSON.stringify(value),
  }
}

/** An answer that says that something was done, and nothing else. */
export function done({ headers: { 'content-type': _type, ...headers } }: Answer, status = 204): Answer {
  return {
    status,
    headers,
  }
}

/** Changes answers of one operation that have a status. */
export function at(
  operationId: string,
  status: number,
  change: (answer: Answer, about: AnswerContext) => Answer,
): Hooks {
  return {
    answer: (answer, about) =>
      about.operationId === operationId && answer.status === status ? change(answer, about) : answer,
  }
}
