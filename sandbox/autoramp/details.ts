import type { AutorampRecord, References } from '../state/records.js'

/** The members of an autoramp that its request determines; id, owner, status and time are added on creation. */
export type AutorampDetails = Omit<AutorampRecord, 'id' | 'partnerId' | 'customerId' | 'status' | 'createdAt'>

const names = [
  'wire_message',
  'swift_payment_reference',
  'sepa_payment_reference',
  'ach_payment_reference',
  'fps_payment_reference',
] as const satisfies readonly (keyof References)[]

/** The texts of a request that are neither absent nor null. */
export function referencesOf(from: {
  readonly [Name in keyof References]?: string | null | undefined
}): References {
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = from[name]
      return text === undefined || text === null ? [] : [[name, text]]
    }),
  )
}
