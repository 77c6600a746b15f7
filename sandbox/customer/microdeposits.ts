import type { Handlers, SuccessOf } from '../service/call.js'
import type { Service } from '../service/service.js'
import type { FiatAddressRecord } from '../state/records.js'
import { ofCustomer } from '../state/lookup.js'
import { customerOf } from './records.js'

type Microdeposit = SuccessOf<'getCustomerMicrodeposits'>['body'][number]

/** Two payments of some cents that verify an ACH account; other accounts need none. */
const depositsTo = ({ random }: Service, record: FiatAddressRecord): readonly Microdeposit[] => {
  if (record.bankDetails.account_identifier.type !== 'ACH') return []
  return ['first', 'second'].map((which) => ({
    amount: `0.${random.integer(`microdeposit:${record.id}:${which}`, 1, 99).toString().padStart(2, '0')}`,
    currency_code: record.currency,
    counterparty_name: record.bankDetails.provider_name,
    created_at: record.createdAt.toISOString(),
  }))
}

/** GET /customers/{id}/microdeposits: two for every ACH account, newest account first. */
export const microdepositHandlers = {
  getCustomerMicrodeposits: (call) => {
    const { service } = call
    const scope = ofCustomer(customerOf(call, call.path.id))
    const accounts = [...service.store.fiatAddresses.walk(scope, { order: 'newest-first' })]
    return { status: 200, body: accounts.flatMap((record) => depositsTo(service, record)) }
  },
} satisfies Handlers
