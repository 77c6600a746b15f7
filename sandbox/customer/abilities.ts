import type { Handlers, SuccessOf } from '../service/call.js'
import { chainNames, fiatCurrencies, tokens } from '../money/currencies.js'
import type { WireCurrency } from '../money/money.js'
import type { AutorampType, RailStatus } from '../api/schemas.js'
import type { Service } from '../service/service.js'
import type { CustomerRecord, CustomerState } from '../state/records.js'
import { customerOf } from './customers.js'

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

const usable = (currency: WireCurrency, flows: AutorampType[]) => ({ currency, flows, counterparts: [] })

const usableCurrencies = () => [
  ...fiatCurrencies.map(({ code }) => usable({ type: 'Fiat', code }, fiatFlows)),
  ...chainNames.flatMap((blockchain) =>
    tokens
      .filter((entry) => entry.chains.includes(blockchain))
      .map(({ token }) => usable({ type: 'Crypto', token, blockchain }, cryptoFlows)),
  ),
]

/** GET /customers/{id}/abilities: rails that follow the customer's state, and the currencies of an active customer. */
export const abilityHandlers = {
  getCustomerAbilities: (call) => {
    const customer = customerOf(call, call.path.id)
    return {
      status: 200,
      body: {
        ...railAbilities(call.service, customer),
        currencies: customer.state === 'Active' ? usableCurrencies() : [],
      },
    }
  },
} satisfies Handlers
