import type { Handlers, SuccessOf, Service } from '../service/service.js'
import { chainNames, fiatCurrencies, tokens, moneyOfWire, rampTypeOf } from '../money/money.js'
import type {
  AutorampType,
  Currency,
  RailStatus,
  CustomerRequirements,
  IdentificationStatus,
} from '../api/schemas.js'
import type { CustomerRecord, CustomerState, TransactionRecord } from '../state/records.js'
import { customerOf } from './customers.js'
import { newest, ofCustomer } from '../state/repository.js'
import { Decimal, sum } from '../money/decimal.js'
import { defined } from '../primitives/defined.js'
import { plusMinutes } from '../primitives/environment.js'

/** The status of rails by state of the customer; no rail is open before onboarding is complete. */
const railByState: Readonly<Record<CustomerState, RailStatus>> = {
  SigningsRequired: 'Pending',
  IdentificationRequired: 'Unavailable',
  Active: 'Active',
  Suspended: 'Blocked',
  Archived: 'Unavailable',
}

type FiatAbilities = SuccessOf<'getCustomerAbilities'>['body']['fiat_deposit']

/** The snapshot of all rails: each currency and each leaf is present, whatever its status. */
const fiatAbilities = (status: RailStatus, fedNow: RailStatus): FiatAbilities => {
  const swift = { swift: status, swift_thirdparty: status }
  return {
    eur: { sepa: status, sepa_thirdparty: status, ...swift },
    gbp: { chaps: status, chaps_thirdparty: status, fps: status, fps_thirdparty: status, ...swift },
    usd: {
      ach: status,
      ach_thirdparty: status,
      fednow: fedNow,
      fednow_thirdparty: fedNow,
      rtp: status,
      rtp_thirdparty: status,
      wire: status,
      wire_thirdparty: status,
      ...swift,
    },
  }
}

/** The snapshot of a customer's deposit and payout rails. */
export function railAbilities({ fedNow }: Pick<Service, 'fedNow'>, { state }: Pick<CustomerRecord, 'state'>) {
  const status = railByState[state]
  const abilities = fiatAbilities(status, fedNow ? status : 'Unavailable')
  return { fiat_deposit: abilities, fiat_payout: abilities }
}

const fiatFlows: AutorampType[] = ['Onramp', 'Offramp']
const cryptoFlows: AutorampType[] = ['Onramp', 'Offramp', 'Swap']

const usable = (currency: Currency, flows: AutorampType[]) => ({ currency, flows, counterparts: [] })

const usableCurrencies = () => [
  ...fiatCurrencies.map(({ code }) => usable({ type: 'Fiat', code }, fiatFlows)),
  ...chainNames.flatMap((blockchain) =>
    tokens
      .filter((entry) => entry.chains.includes(blockchain))
      .map(({ token }) => usable({ type: 'Crypto', token, blockchain }, cryptoFlows)),
  ),
]

type Bucket = 'complete' | 'issues' | 'missing' | 'pending'

/** The list of an identification: supplied by the customer, or missing. */
const buckets: Readonly<Record<IdentificationStatus, Bucket>> = {
  Pending: 'missing',
  Processed: 'pending',
  PendingReview: 'pending',
  Approved: 'complete',
  Declined: 'issues',
  Expired: 'missing',
  Archived: 'missing',
}

const requirementsOf = ({ store }: Service, customer: CustomerRecord): CustomerRequirements => {
  const latest = newest(store.identifications, ofCustomer(customer))
  const bucket = latest === undefined ? 'missing' : buckets[latest.status]
  const category = customer.type === 'Person' ? 'kyc' : 'kyb'
  const due = bucket === 'missing' || bucket === 'issues'
  const item = {
    code: `identification_${category}` as const,
    missing_questions: [],
    reject_labels: [],
    reject_reasons: [],
    ...defined({ identification_id: latest?.id, retryable: due || undefined }),
  }
  return {
    complete: [],
    issues: [],
    missing: [],
    pending: [],
    requirements_due: due ? [category] : [],
    [bucket]: [item],
  }
}

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
    ...(customer.type === 'Person' && {
      threshold_eur: thresholdInCents.toFixed(),
      remaining_eur: remaining.lt(0) ? '0' : remaining.toFixed(),
    }),
  }
}

/** The abilities, requirements and spending of a customer. */
export const abilityHandlers = {
  /** Rails follow the customer's state; only an active one has currencies. */
  getCustomerAbilities: (call) => {
    const customer = customerOf(call, call.path.id)
    const currencies = customer.state === 'Active' ? usableCurrencies() : []
    return { status: 200, body: { ...railAbilities(call.service, customer), currencies } }
  },
  /** The only requirement of the sandbox is an approved identification. */
  getCustomerRequirements: (call) => ({
    status: 200,
    body: requirementsOf(call.service, customerOf(call, call.path.id)),
  }),
  /** Of the last 52 weeks. The threshold of persons is not enforced. */
  getCustomerSpendingLimit: (call) => {
    const { service } = call
    const customer = customerOf(call, call.path.id)
    const all = [...service.store.transactions.walk(ofCustomer(customer), { order: 'newest-first' })]
    const ofKind = (kind: AutorampType) =>
      all.filter((one) => kind === rampTypeOf(one.sourceCurrency, one.destinationCurrency))
    return {
      status: 200,
      body: {
        fiat_onramp: sectionOf(service, customer, ofKind('Onramp')),
        crypto_offramp: sectionOf(service, customer, ofKind('Offramp')),
      },
    }
  },
} satisfies Handlers
