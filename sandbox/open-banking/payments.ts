import type { OpenBankingPayment } from '../api/schemas.js'
import type { Service, BodyOf, Handlers } from '../service/service.js'
import type { OpenBankingPaymentRecord, AutorampRecord } from '../state/records.js'
import { openAutoramp, autorampOf } from '../autoramp/autoramps.js'
import { badRequest, notFound } from '../primitives/refusal.js'
import { deposit } from '../transactions/deposit.js'
import { amountProblem } from '../quotes/request.js'
import { Decimal, formatDecimal } from '../money/decimal.js'
import { moneyOfWire, sameMoney } from '../money/money.js'
import { newest, pageOf } from '../state/repository.js'

/** The settlement of a payment: it is settled once its transaction is completed. */
const settlementOf = ({ store }: Service, { partnerId, transactionId: id }: OpenBankingPaymentRecord) => {
  const transaction = id === undefined ? undefined : store.transactions.find(partnerId, id)
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

type Status = OpenBankingPayment['status']

/** The states that a payer and their bank can set. */
export const moves: readonly Status[] = ['Processing', 'Completed', 'Failed']

const isFinal = ({ status }: OpenBankingPaymentRecord): boolean =>
  status === 'Completed' || status === 'Failed'

/** Simulates the payer and their bank. Throws `Refusal` 400 after the end of the payment or of its autoramp. */
export function movePayment(
  service: Service,
  record: OpenBankingPaymentRecord,
  status: Status,
): OpenBankingPaymentRecord {
  if (record.status === status) return record
  if (isFinal(record)) throw badRequest(`the payment is ${record.status} and cannot change any more`)
  const { partnerId, autorampId, amountIn, currency, providerId } = record
  const owner = { service, partnerId }
  const moved = { ...record, status }
  if (status !== 'Completed') {
    service.store.openBankingPayments.save(moved)
    return moved
  }
  const body = { amount: amountIn, input_currency: currency }
  const { id: transactionId } = deposit(owner, openAutoramp(owner, autorampId), body, providerId)
  const paid = { ...moved, transactionId }
  service.store.openBankingPayments.save(paid)
  return paid
}

type Body = BodyOf<'createAutorampOpenBankingPayment'>

/** The amount in plain digits, which must be in a fiat source currency of the autoramp. Throws `Refusal` 400. */
const amountOf = ({ amount_in: { amount, currency } }: Body, { sources }: AutorampRecord): string => {
  const money = moneyOfWire(currency)
  if (money?.type !== 'Fiat')
    throw badRequest('request body at /amount_in/currency is not a fiat currency of this service')
  const isTaken = sources.some((source) => {
    const taken = moneyOfWire(source)
    return taken !== undefined && sameMoney(taken, money)
  })
  if (!isTaken) throw badRequest('request body at /amount_in/currency is not accepted by the autoramp')
  const problem = amountProblem('request body at /amount_in/amount', amount, money)
  if (problem !== undefined) throw badRequest(problem)
  return formatDecimal(new Decimal(amount), money.scale)
}

/** Payments from a bank account to an autoramp, started by a link for the payer. */
export const openBankingHandlers = {
  createAutorampOpenBankingPayment: (call) => {
    const { service, partnerId, path, body } = call
    const autoramp = openAutoramp(call, path.id)
    const amountIn = amountOf(body, autoramp)
    if (!URL.canParse(body.callback_url)) throw badRequest('request body at /callback_url must be a URL')
    const id = service.random.uuid('open-banking-payment')
    const record: OpenBankingPaymentRecord = {
      id,
      partnerId,
      customerId: autoramp.customerId,
      autorampId: autoramp.id,
      providerId: `ob_${id.replaceAll('-', '')}`,
      amountIn,
      currency: body.amount_in.currency,
      status: 'Ready',
      createdAt: service.clock(),
    }
    service.store.openBankingPayments.save(record)
    return { status: 201, body: renderPayment(service, record) }
  },
  listAutorampOpenBankingPayments: (call) => {
    const { service, partnerId, path, query } = call
    const { id } = autorampOf(call, path.id)
    const scope = { partnerId, index: 'autoramp', value: id }
    const body = pageOf(service.store.openBankingPayments, scope, query, (one) => renderPayment(service, one))
    return { status: 200, body }
  },
  getAutorampOpenBankingPayment: ({ service, partnerId, path: { payment_id: id } }) => {
    const payments = service.store.openBankingPayments
    const record =
      payments.find(partnerId, id) ?? newest(payments, { partnerId, index: 'provider', value: id })
    if (record === undefined) throw notFound('payment')
    return { status: 201, body: renderPayment(service, record) }
  },
} satisfies Handlers
