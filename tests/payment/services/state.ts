import { randomUUID } from 'node:crypto'
import type { Answer } from './call.js'
import type { Choices } from './choices.js'

export interface Customer {
  readonly id: string
  readonly email: unknown
  readonly isCompany: boolean
  /** True from version 2026-08-01 on: terms come first, for good. */
  readonly signsFirst: boolean
  readonly createdUnder: string
  readonly signed: Set<string>
  /** True from its first accepted identification on. */
  isIdentifying: boolean
}

/** The state of one service. */
export interface State {
  requests: number
  readonly customers: Map<string, Customer>
  /** Ids of accounts that were closed. */
  readonly closed: Set<string>
  readonly accounts: Map<string, { readonly customer: string; readonly iban: string }>
  /** Quotes by id, as they were sent. */
  readonly quotes: Map<string, string>
  /** The quotes that autoramps were made of, by the id of the autoramp. */
  readonly autoramps: Map<string, unknown>
  /** Stored answers by method, path and idempotency key. */
  readonly replays: Map<string, Answer>
  /** Bodies of the requests that they answer. */
  readonly sent: Map<string, string>
  /** The creation times of things that were not read yet, by id. */
  readonly unread: Map<string, number>
}

/** A customer that every service has from the start, with an account. */
export const demo = {
  customer: 'c0ffee00-0000-4000-8000-000000000001',
  account: 'c0ffee00-0000-4000-8000-000000000002',
} as const

export const firstState = (): State => ({
  requests: 0,
  customers: new Map([
    [
      demo.customer,
      {
        id: demo.customer,
        email: 'demo',
        isCompany: false,
        signsFirst: false,
        createdUnder: '2025-03-13',
        signed: new Set<string>(),
        isIdentifying: false,
      },
    ],
  ]),
  closed: new Set(),
  accounts: new Map([[demo.account, { customer: demo.customer, iban: 'DE00500105175407324931' }]]),
  quotes: new Map(),
  autoramps: new Map(),
  replays: new Map(),
  sent: new Map(),
  unread: new Map(),
})

/** An unused id, in the spelling of the service. */
export const newId = ({ ids }: Pick<Choices, 'ids'>): string =>
  ids === 'upper case' ? randomUUID().toUpperCase() : randomUUID()
