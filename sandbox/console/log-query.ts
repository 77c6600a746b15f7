import type { AttemptQuery } from '../webhooks/attempts.js'
import { type LogFilter, momentOf } from './input/filter.js'

const given = <Name extends string>(name: Name, value: string): Partial<Record<Name, string>> =>
  value === '' ? {} : ({ [name]: value } as Record<Name, string>)

const moment = <Name extends string>(name: Name, text: string): Partial<Record<Name, Date>> => {
  const at = momentOf(text)
  return at === undefined ? {} : ({ [name]: at } as Record<Name, Date>)
}

/** Converts a filter of the log to a query of the service. */
export function queryOfLog(filter: LogFilter): AttemptQuery {
  const { outcome, status } = filter
  return {
    ...given('webhookId', filter.webhook),
    ...given('type', filter.type),
    ...given('customerId', filter.customer),
    ...given('eventId', filter.event),
    ...given('text', filter.text),
    ...given('before', filter.before),
    ...moment('from', filter.from),
    ...moment('to', filter.to),
    ...(outcome === 'acknowledged' || outcome === 'failed' ? { outcome } : {}),
    ...(status === '' ? {} : { status }),
  }
}
