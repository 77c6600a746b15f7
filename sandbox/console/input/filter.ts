import type { QueryPairs } from '../../pipeline/query.js'
import { isCursor } from '../../webhooks/attempt-query.js'
import type { AttemptQuery } from '../../webhooks/attempts.js'
import { type EventType, topicByType } from '../../api/event-types.js'
import { fieldOf } from './request.js'

/** Every kind of event, in the order of the specification. */
export const types: readonly string[] = Object.keys(topicByType)

/** True for the name of an event type. */
export function isType(text: string): text is EventType {
  return Object.hasOwn(topicByType, text)
}

const isOutcome = (text: string): text is NonNullable<AttemptQuery['outcome']> =>
  text === 'acknowledged' || text === 'failed'

/** The filter that a reader of the log asks for; unknown values are left out. */
export function filterOf(query: QueryPairs): AttemptQuery {
  const [webhookId, type, outcome, before] = ['webhook', 'type', 'outcome', 'before'].map((name) =>
    fieldOf(query, name),
  )
  return {
    ...(webhookId ? { webhookId } : {}),
    ...(type && isType(type) ? { type } : {}),
    ...(outcome && isOutcome(outcome) ? { outcome } : {}),
    ...(before && isCursor(before) ? { before } : {}),
  }
}

/** Whether anything is left out of the log, its pages apart. */
export function isFiltered({ webhookId, type, outcome }: AttemptQuery): boolean {
  return webhookId !== undefined || type !== undefined || outcome !== undefined
}

/** A path of the console with a query of what is there. */
export function addressOf(
  path: string,
  parameters: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`
}

/** The parameters of a filter, as addresses and forms carry them. */
export function parametersOf({ webhookId, type, outcome, before }: AttemptQuery) {
  return {
    webhook: webhookId,
    type,
    outcome,
    before,
  }
}
