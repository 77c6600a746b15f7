import { type Answer, jsonMediaType } from '../pipeline/answer.js'
import type { AnswerContext } from '../pipeline/fault-set.js'
import type { Hooks } from './fault.js'

/** A response with another status and a JSON body. */
export function respondWith(answer: Answer, status: number, value: unknown): Answer {
  return {
    ...answer,
    status,
    headers: { ...answer.headers, 'content-type': jsonMediaType },
    body: JSON.stringify(value),
  }
}

/** A response without content. */
export function done({ headers: { 'content-type': _type, ...headers } }: Answer, status = 204): Answer {
  return {
    status,
    headers,
  }
}

/** Changes responses of one operation that have a status. */
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
