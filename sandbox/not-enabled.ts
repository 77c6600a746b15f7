import { Refusal } from './http/refusal.js'

/** What the accounts of the sandbox are not enabled for, by operation: each of these documents a 403. */
const NOT_ENABLED: ReadonlyMap<string, string> = new Map([
  ['registerPixAddress', 'PIX keys'],
  ['getPixAddresses', 'PIX keys'],
  ['getPixAddress', 'PIX keys'],
  ['deletePixAddress', 'PIX keys'],
  ['createAutorampOpenBankingPayment', 'open banking'],
  ['listAutorampOpenBankingPayments', 'open banking'],
  ['getAutorampOpenBankingPayment', 'open banking'],
  ['getPendingAuthenticationCode', 'two-factor codes'],
  ['submitAuthenticationCode', 'two-factor codes'],
  ['retryAutorampAuth', 'two-factor codes'],
  ['retryFiatAddressAuth', 'two-factor codes'],
])

/** The refusal of an operation without a handler: 403 where accounts are not enabled for it, else 501. */
export const notServed = (operationId: string): Refusal => {
  const feature = NOT_ENABLED.get(operationId)
  return feature === undefined
    ? new Refusal(501, `${operationId} is not emulated yet`)
    : new Refusal(403, `the accounts of this sandbox are not enabled for ${feature}`)
}
