import type { Scenario } from '../../../conformance/rules/context.js'
import { NotApplicable } from '../../../conformance/model/outcome.js'
import { mentions, messageMembers } from '../../../conformance/exchange/delivery.js'
import { deliveriesOf, evidence } from './evidence.js'

const status: Scenario = async (context) => {
  for (const delivery of await deliveriesOf(context, 'transaction_status')) {
    const isThere = typeof messageMembers(delivery)['transaction_status'] === 'string'
    context.expect(
      isThere,
      'transaction_status: the message is due to have transaction_status',
      delivery.exchange,
    )
  }
}

const hash: Scenario = async (context) => {
  const { bankPayouts } = (await evidence(context)).log
  const own = (await deliveriesOf(context, 'transaction_status')).filter((delivery) =>
    bankPayouts.some((id) => mentions(delivery, id)),
  )
  if (own.length === 0)
    throw new NotApplicable('no delivery names a transaction that pays out to a bank account')
  for (const delivery of own) {
    const came = messageMembers(delivery)['transaction_hash'] ?? null
    const message =
      'transaction_status: transaction_hash is due for payouts to a blockchain alone, it came for one to a bank'
    context.expect(came === null || came === '', message, delivery.exchange)
  }
}

/** Events, message types: the status of a transaction. */
export const transactionEventScenarios: Readonly<Record<string, Scenario>> = {
  'webhooks/transaction-status-field': status,
  'webhooks/transaction-hash': hash,
}
