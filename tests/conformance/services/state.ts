import { randomUUID } from 'node:crypto'
import type { Answer } from './call.js'

export interface Customer {
  readonly id: string
  readonly email: unknown
  /** True from version 2026-08-01 on: terms come first, for good. */
  readonly signsFirst: boolean
  readonly signed: Set<string>
}

/** What one service remembers. */
export interface State {
  requests: number
  readonly customers: Map<string, Customer>
  readonly accounts: Map<string, { readonly customer: string; readonly iban: string }>
  /** Stored answers by method, path and idempotency key. */
  readonly replays: Map<string, Answer>
}

export const emptyState = (): State => ({
  requests: 0,
  customers: new Map(),
  accounts: new Map(),
  replays: new Map(),
})

export const newId = (): string => randomUUID()
