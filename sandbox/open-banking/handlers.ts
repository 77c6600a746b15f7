import { autorampOf, openAutoramp } from '../autoramp/find.js'
import { amountProblem } from '../quotes/checks.js'
import type { BodyOf, Handlers } from '../service/call.js'
import { badRequest, notFound } from '../primitives/refusal.js'
import { Decimal, formatDecimal } from '../money/decimal.js'
import { moneyOfWire, sameMoney } from '../money/money.js'
import type { AutorampRecord, OpenBankingPaymentRecord } from '../state/records.js'
import { newest } from '../state/lookup.js'
import { pageOf } from '../state/paging.js'
import { renderPayment } from './render.js'

type Body = BodyOf<'createAutorampOpenBankingPayment'>

/** The amount in plain digits, which must be in a fiat source currency of the autoramp. Throws `Refusal` 400. */
const amountOf = ({ amount_in: { amount, currency } }: Body, { sources }: AutorampRecord): string => {
  const money = moneyOfWire(currency)
  if (money?.type !== 'Fiat')
    throw badRequest('request body at /amount_in/currency is no fiat currency of this service')
  const isTaken = sources.some((source) => {
    const taken = moneyOfWire(source)
    return taken !== undefined && sameMoney(taken, money)
  })
  if (!isTaken) throw badRequest('request body at /amount_in/currency is not taken by the autoramp')
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
      callbackUrl: body.callback_url,
      status: 'Ready',
      createdAt: service.clock(),
    }
    service.store.openBankingPayments.save(record)
    return { status: 201, body: renderPayment(service, record) }
  },
  listAutorampOpenBankingPayments: (call) => {
    const { service, partnerId, path, query } = call
    const { id } = autorampOf(call, path.id)
    const page = pageOf(service.store.openBankingPayments, { partnerId, index: 'autoramp', value: id }, query)
    return {
      status: 200,
      body: { ...page, items: page.items.map((record) => renderPayment(service, record)) },
    }
  },
  getAutorampOpenBankingPayment: ({ service, partnerId, path: { payment_id: id } }) => {
    const payments = service.store.openBankingPayments
    const record =
      payments.find(partnerId, id) ?? newest(payments, { partnerId, index: 'provider', value: id })
    if (record === undefined) throw notFound('payment')
    return { status: 201, body: renderPayment(service, record) }
  },
} satisfies Handlers
