import type { OpenBankingPayment } from '../api/schemas.js'
import type { Service } from '../service/service.js'
import type { OpenBankingPaymentRecord } from '../state/records.js'

type Settlement = NonNullable<OpenBankingPayment['settlement_status']>

/** The settlement of a payment: it is settled once its transaction is completed. */
const settlementOf = (
  { store }: Service,
  { partnerId, transactionId }: OpenBankingPaymentRecord,
): Settlement | undefined => {
  const transaction =
    transactionId === undefined ? undefined : store.transactions.find(partnerId, transactionId)
  if (transaction === undefined) return undefined
  if (transaction.status === 'Completed') return 'Completed'
  return transaction.status === 'Failed' ? 'Incomplete' : 'InProgress'
}

/** A payment as the documents show it. The link is present until the payment is processed. */
export function renderPayment(service: Service, record: OpenBankingPaymentRecord): OpenBankingPayment {
  const settlement = settlementOf(service, record)
  return {
    id: record.providerId,
    iron_payment_id: record.id,
    status: record.status,
    ...(record.status === 'Ready'
      ? { payment_link: `https://open-banking.sandbox.example/pay/${record.providerId}` }
      : {}),
    ...(settlement === undefined ? {} : { settlement_status: settlement }),
  }
}
