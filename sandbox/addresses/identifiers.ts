import type { BankAccountIdentifier } from '../model.js'

/** Identifiers are plain objects of strings: equal when their members are, whatever the order. */
export const sameIdentifier = (one: BankAccountIdentifier, other: BankAccountIdentifier): boolean => {
  const entries = Object.entries(one)
  const others = new Map(Object.entries(other))
  return entries.length === others.size && entries.every(([key, value]) => others.get(key) === value)
}
