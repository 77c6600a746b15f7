import type { QueryPairs } from '../../pipeline/query.js'
import { isEventType } from '../../api/event-types.js'
import { isStatusWanted } from '../../webhooks/attempts.js'
import { addressOf } from './address.js'
import { fieldOf } from './request.js'

export const outcomes = ['acknowledged', 'failed'] as const

/** The filter of the log, as in the address; unset members are empty. */
export interface LogFilter {
  readonly text: string
  readonly type: string
  readonly webhook: string
  readonly outcome: string
  /** `503`, or `none` for attempts without a response. */
  readonly status: string
  readonly customer: string
  readonly event: string
  /** The earliest moment, in UTC, as `2026-09-01T12:00`. */
  readonly from: string
  readonly to: string
  /** `events` if attempts are grouped by event. */
  readonly view: string
  /** The cursor at the end of the previous page. */
  readonly before: string
}

export type FilterName = keyof LogFilter

const names: readonly FilterName[] = [
  'text',
  'type',
  'webhook',
  'outcome',
  'status',
  'customer',
  'event',
  'from',
  'to',
  'view',
  'before',
]

const moment = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)?Z?$/
const longestValue = 200

/** A moment of a filter, in UTC; `undefined` if the text is none. */
export function momentOf(text: string): Date | undefined {
  if (!moment.test(text)) return undefined
  const iso = text.replace(' ', 'T').replace(/Z$/, '')
  const date = new Date(`${iso.length === '2026-09-01'.length ? `${iso}T00:00` : iso}Z`)
  return Number.isNaN(date.getTime()) ? undefined : date
}

const fits: Readonly<Partial<Record<FilterName, (text: string) => boolean>>> = {
  type: isEventType,
  outcome: (text) => text === 'acknowledged' || text === 'failed',
  status: isStatusWanted,
  from: (text) => momentOf(text) !== undefined,
  to: (text) => momentOf(text) !== undefined,
  view: (text) => text === 'events',
  before: (text) => /^[1-9]\d{0,14}(?:-\d{1,15})?$/.test(text),
}

/** The filter of an address, and the names of its invalid parameters. */
export function filterOf(query: QueryPairs): {
  readonly filter: LogFilter
  readonly unknown: readonly FilterName[]
} {
  const valueOf = (name: FilterName): string => {
    const text = fieldOf(query, name).trim()
    return name === 'status' ? text.toLowerCase() : text
  }
  const isTaken = (name: FilterName): boolean => {
    const text = valueOf(name)
    return text === '' || (text.length <= longestValue && (fits[name]?.(text) ?? true))
  }
  const value = (name: FilterName): string => (isTaken(name) ? valueOf(name) : '')
  return {
    filter: {
      text: value('text'),
      type: value('type'),
      webhook: value('webhook'),
      outcome: value('outcome'),
      status: value('status'),
      customer: value('customer'),
      event: value('event'),
      from: value('from'),
      to: value('to'),
      view: value('view'),
      before: value('before'),
    },
    unknown: names.filter((name) => !isTaken(name)),
  }
}

/** Whether an address has empty parameters, as forms send them without script. */
export function hasEmpty(query: QueryPairs): boolean {
  return names.some((name) => query.get(name)?.includes('') ?? false)
}

/** Whether a filter is set, apart from paging. */
export function isFiltered(filter: LogFilter): boolean {
  return names.some((name) => name !== 'before' && name !== 'view' && filter[name] !== '')
}

/** The address of the log with a changed filter. */
export function addressOfLog(
  filter: LogFilter,
  more: Readonly<Partial<Record<FilterName | 'attempt', string>>> = {},
): string {
  return addressOf('/console', { ...filter, ...more })
}
