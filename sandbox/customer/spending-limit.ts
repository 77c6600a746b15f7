import type { Handlers, SuccessOf } from '../service/call.js'
import { Decimal, sum } from '../money/decimal.js'
import { moneyOfWire, rampTypeOf } from '../money/money.js'
import type { Service } from '../service/service.js'
import { plusMinutes } from '../primitives/clock.js'
import type { CustomerRecord, TransactionRecord } from '../state/records.js'
import { ofCustomer } from '../state/repository.js'
import { customerOf } from './customers.js'

type Section = SuccessOf<'getCustomerSpendingLimit'>['body']['fiat_onramp']

const windowInMinutes = 52 * 7 * 24 * 60
const thresholdInCents = new Decimal(1_500_000)

/** The deposited amount in euro cents, by the price table. */
const centsOf = ({ rates }: Service, { amountIn, sourceCurrency }: TransactionRecord): Decimal => {
  const [source, euro] = [sourceCurrency, { type: 'Fiat' as const, code: 'EUR' }].map(moneyOfWire)
  if (source === undefined || euro === undefined) return new Decimal(0)
  return rates(source, euro).times(amountIn).times(100)
}

const sectionOf = (
  service: Service,
  customer: CustomerRecord,
  transactions: readonly TransactionRecord[],
): Section => {
  const end = service.clock()
  const start = plusMinutes(end, -windowInMinutes)
  const counted = transactions.filter(({ createdAt, status }) => createdAt >= start && status !== 'Failed')
  const used = sum(counted.map((record) => centsOf(service, record))).round(0, Decimal.roundUp)
  const remaining = thresholdInCents.minus(used)
  return {
    period_start: start.toISOString(),
    period_end: end.toISOString(),
    used_eur: used.toFixed(),
    ...(customer.type === 'Person'
      ? {
          threshold_eur: thresholdInCents.toFixed(),
          remaining_eur: remaining.lt(0) ? '0' : remaining.toFixed(),
        }
      : {}),
  }
}

/**
 * GET /customers/{id}/spending-limit: the total of the last 52 weeks; persons have a threshold, which is not
 * enforced.
 */
export const spendingHandlers = {
  getCustomerSpendingLimit: (call) => {
    const { service } = call
    const customer = customerOf(call, call.path.id)
    const all = [...service.store.transactions.walk(ofCustomer(customer), { order: 'newest-first' })]
    const ofKind = (kind: string) =>
      all.filter((record) => rampTypeOf(record.sourceCurrency, record.destinationCurrency) === kind)
    return {
      status: 200,
      body: {
        fiat_onramp: sectionOf(service, customer, ofKind('Onramp')),
        crypto_offramp: sectionOf(service, customer, ofKind('Offramp')),
      },
    }
  },
} satisfies Handlers
