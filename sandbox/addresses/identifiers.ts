import type { BankAccountIdentifier } from '../api/schemas.js'
import type { Chain } from '../money/money.js'

/** Whether two identifiers are equal, which are plain objects of strings; the order of members does not matter. */
export function sameIdentifier(one: BankAccountIdentifier, other: BankAccountIdentifier): boolean {
  const entries = Object.entries(one)
  const others = new Map(Object.entries(other))
  return entries.length === others.size && entries.every(([key, value]) => others.get(key) === value)
}

const bic = /^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/
const sortCode = /^[0-9]{2}-?[0-9]{2}-?[0-9]{2}$/
const ukAccount = /^[0-9]{6,10}$/

/** Formats of members that the documents do not restrict; for the American networks the documents have patterns. */
const forms: Readonly<Partial<Record<BankAccountIdentifier['type'], Readonly<Record<string, RegExp>>>>> = {
  SEPA: { iban: /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/ },
  SWIFT: { bic: bic, account_number: /^[A-Za-z0-9]{1,34}$/, intermediary_bic: bic },
  CHAPS: { sort_code: sortCode, account_number: ukAccount },
  FPS: { sort_code: sortCode, account_number: ukAccount },
}

/** The first member with a malformed value; absent and null members are skipped. */
export function malformedMember(identifier: BankAccountIdentifier): string | undefined {
  const members = new Map<string, unknown>(Object.entries(identifier))
  const broken = Object.entries(forms[identifier.type] ?? {}).find(([name, form]) => {
    const value = members.get(name)
    return typeof value === 'string' && !form.test(value)
  })
  return broken?.[0]
}

/** Chains with case-sensitive addresses; on the others addresses are hexadecimal. */
const caseCounts: ReadonlySet<Chain> = new Set<Chain>(['Solana', 'Stellar', 'Tron'])

/** Whether two texts are the same address on a chain. */
export function sameWalletAddress(chain: Chain, one: string, other: string): boolean {
  return one === other || (!caseCounts.has(chain) && one.toLowerCase() === other.toLowerCase())
}
