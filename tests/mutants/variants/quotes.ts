import { Big } from '#bundled/big.js'

import {
  hasParameter,
  askingQuote,
  documents,
  firstValue,
  lastOf,
  listItems,
  on,
  type Query,
  quote,
  respond,
  skips,
} from '../../../sandbox/faults/changes.js'
import {
  add,
  type JsonObject,
  objectIn,
  remove,
  replace,
  faultsOf,
  type Hooks,
  type Rows,
} from '../../../sandbox/faults/fault.js'
import { variantsOf } from './rows.js'
import { chains, codes, filled, lenient, minutesFrom, namesRecord } from '../../../sandbox/faults/quotes.js'
import type { ResponseContext } from '../../../sandbox/pipeline/fault-set.js'

/** Whether a quote is paid in fiat. */
export function isFiatSource(quote: Readonly<Record<string, unknown>>): boolean {
  return objectIn(quote['source_currency'])['type'] === 'Fiat'
}

/** The type of the bank account that a quote pays. */
const railOf = ({ recipient_account: account }: JsonObject): unknown =>
  objectIn(objectIn(account)['account_identifier'])['type']

const anybody = '11111111-1111-4111-8111-111111111111'

type Wanted = Readonly<Record<string, unknown>>

/** Edits a quote, given the query of its request. */
const answering = (edit: (answered: JsonObject, query: Wanted, context: ResponseContext) => void): Hooks =>
  quote((answered, context) => edit(answered, { ...context.values?.query }, context))

/** Sets an amount of the quote. */
const restate = (answered: JsonObject, name: string, make: (amount: string) => string): void => {
  replace('/amount', (amount) => make(String(amount)))(objectIn(answered[name]), undefined)
}

/** Refuses requests that are right. */
const refuses = (when: (query: Query) => boolean): Hooks =>
  askingQuote((query) => {
    if (when(query)) query.delete('is_third_party')
  })

const dashed = (name: string): string => name.replaceAll('_', '-')
const byRows = (rows: readonly (readonly [name: string, does: string, change: Hooks])[]): Rows =>
  Object.fromEntries(rows.map(([name, ...row]) => [name, row]))

/** Required parameters, each with a value that stands for a missing one. */
const required = {
  rate_expiry_policy: 'Slippage',
  expiry_in_hours: '1',
  source_currency_code: 'USDC',
  destination_currency_code: 'EUR',
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const decimal = /^\d+(\.\d+)?$/
const whole = /^\d+$/
const flag = /^(true|false)$/

/** Parameters with a test for right values, and a right value that replaces a wrong one. */
const typed: readonly (readonly [name: string, right: RegExp, value?: string])[] = [
  ['fee_profile_id', uuid],
  ['amount_in', decimal, '100'],
  ['amount_out', decimal, '100'],
  ['slippage_tolerance_in_bips', decimal, '50'],
  ['expiry_in_hours', whole, '1'],
  ['rate_lock_duration_minutes', whole, '60'],
  ['is_third_party', flag, 'false'],
  ['pay_by_reference', flag, 'false'],
  ['batch_payout', flag, 'false'],
  ['source_currency_chain', /^(?!Dogecoin)/, 'Solana'],
  ['destination_currency_chain', /^(?!Dogecoin)/, 'Ethereum'],
]

/** Members that the quote repeats from the request, each with another value. */
const echoed: readonly (readonly [rule: string, name: string, make: (was: unknown) => unknown])[] = [
  ['quote/echo', 'customer_id', () => '11111111-1111-4111-8111-111111111111'],
  ['quote/echo', 'rate_expiry_policy', () => 'Slippage'],
  ['quote/echo', 'is_third_party', () => false],
  ['quote/optional-echo', 'external_id', (was) => `${String(was)}-1`],
  ['quote/optional-echo', 'slippage_tolerance_in_bips', () => '49.9'],
  ['quote/optional-echo', 'batch_payout', () => false],
]

const another = (name: string): string => `answers another ${name} in the quote than the one asked for`
const stillAsked = { 'quote/amount-currencies': 'the amounts are still in the currency asked for' }

const isSwap = (query: Query): boolean =>
  query.has('source_currency_chain') && query.has('destination_currency_chain')

const isCryptoSwap = ({ source_currency: source, destination_currency: destination }: JsonObject): boolean =>
  [source, destination].every((currency) => objectIn(currency)['type'] === 'Crypto')

/** Lets a quote last for as long as was asked for. */
const outlives = (
  answered: JsonObject,
  { expiry_in_hours: hours }: Wanted,
  context: ResponseContext,
): void => {
  answered['valid_until'] = minutesFrom(context, Number(hours) * 60)
}

/** Answers the last quote to refused requests that pay an account. */
const payingAccount = (isMeant: (account: string, context: ResponseContext) => boolean) => () =>
  lastOf('getAutorampQuote', (context) =>
    isMeant(String(context.values?.query['recipient_account_id']), context),
  )()

/** Pays accounts that were deleted. */
const payingDeleted = (): Hooks => {
  const deleted = new Set<unknown>()
  const { response: pays } = payingAccount((account) => deleted.has(account))()
  return {
    response: (response, context) => {
      if (context.operationId === 'deleteFiatAddress') deleted.add(context.values?.path['fiat_address_id'])
      return pays?.(response, context) ?? response
    },
  }
}

/** The length of a reference of a payment network. */
const lengthOf = (query: Query, network: string): number =>
  (firstValue(query, network === 'wire' ? 'wire_message' : `${network}_payment_reference`) ?? '').length

const bank = (when: (identifier: JsonObject) => boolean): Hooks =>
  on('registerFiatAddress 200', respond(400, 'the bank account is wrong'), (_, { body }) => {
    const identifier = objectIn(JSON.parse(String(body)))['bank_account_identifier']
    return identifier !== undefined && when(objectIn(identifier))
  })

const numberOf = ({ account_number: number = '' }: JsonObject): string => String(number)

/** Registers accounts that the document refuses for one member. */
const taking = (member: RegExp): (() => Hooks) =>
  lastOf('registerFiatAddress', (_, { status, body }) => status === 400 && member.test(String(body)))

const families: Rows = byRows([
  ...Object.entries(required).map(
    ([name, value]) =>
      [
        `quote/missing-parameter:${dashed(name)}`,
        `takes a request without ${name}`,
        filled(name, value),
      ] as const,
  ),
  ...typed.map(
    ([name, ...how]) =>
      [`quote/parameter-types:${dashed(name)}`, `takes any ${name}`, lenient(name, ...how)] as const,
  ),
  ...echoed.map(
    ([rule, name, make]) =>
      [`${rule}:${dashed(name)}`, another(name), quote(replace(`/${name}`, make))] as const,
  ),
  ...Object.entries({ sepa: 140, ach: 10, fps: 18 }).map(
    ([network, most]) =>
      [
        `quote/reference-bounds:${network}-longest`,
        `refuses ${network}_payment_reference of ${most} characters`,
        refuses((query) => lengthOf(query, network) === most),
      ] as const,
  ),
  ...Object.entries({ sepa: 6, fps: 6, wire: 1, swift: 1 }).map(
    ([network, least]) =>
      [
        `quote/reference-bounds:${network}-shortest`,
        `refuses a reference for ${network} of ${least} characters`,
        refuses((query) => lengthOf(query, network) === least),
      ] as const,
  ),
])

/** Faults of quotes with one option, for one kind of currency, or under one policy. */
export const quoteVariants = [
  ...faultsOf(families),
  ...variantsOf({
    'quote/missing-parameter': {
      'takes a request for a swap without is_third_party': filled('is_third_party', 'false', isSwap),
      'takes a request for fiat without is_third_party': filled(
        'is_third_party',
        'false',
        (query) => !query.has('source_currency_chain'),
      ),
      'takes a request under Return without expiry_in_hours': filled(
        'expiry_in_hours',
        '1',
        (query) => firstValue(query, 'rate_expiry_policy') === 'Return',
      ),
    },
    'quote/additional-types': {
      'takes any chain of a second additional currency for that of the source': askingQuote((query) => {
        const home = firstValue(query, 'source_currency_chain') ?? ''
        const [first, second, ...rest] = listItems(query, chains)
        if (first === home && second === 'Dogecoin') query.set(chains, [[first, home, ...rest].join()])
      }),
    },
    'quote/additional-chain': {
      'checks the chain of the first additional currency alone': {
        ...skips('additional-chain'),
        ...refuses((query) => {
          const [first] = listItems(query, chains)
          return first !== undefined && first !== firstValue(query, 'source_currency_chain')
        }),
      },
    },
    'quote/parameter-types': {
      'takes any expiry of fiat for an hour': askingQuote((query) => {
        const hours = firstValue(query, 'expiry_in_hours') ?? '1'
        if (!query.has('source_currency_chain') && !whole.test(hours)) query.set('expiry_in_hours', ['1'])
      }),
      'takes an expiry with a unit': askingQuote((query) => {
        if (firstValue(query, 'expiry_in_hours') === '1h') query.set('expiry_in_hours', ['1'])
      }),
    },
    'quote/expiry-limit': {
      'takes 25 hours for an exact amount out': askingQuote((query) => {
        if (query.has('amount_out') && firstValue(query, 'expiry_in_hours') === '25')
          query.set('expiry_in_hours', ['24'])
      }),
      'lets a quote of 24 hours last for two days': answering(
        (answered, { expiry_in_hours: hours }, context) => {
          if (hours === 24 && answered['rate_expiry_policy'] === 'Slippage')
            answered['valid_until'] = minutesFrom(context, 48 * 60)
        },
      ),
      'takes 25 hours for a swap': askingQuote((query) => {
        if (isSwap(query) && firstValue(query, 'expiry_in_hours') === '25')
          query.set('expiry_in_hours', ['24'])
      }),
      'refuses expiry_in_hours=24 under Slippage': refuses(
        (query) =>
          firstValue(query, 'rate_expiry_policy') !== 'Return' &&
          firstValue(query, 'expiry_in_hours') === '24',
      ),
      'takes 25 hours for fiat': askingQuote((query) => {
        if (!query.has('source_currency_chain') && firstValue(query, 'expiry_in_hours') === '25')
          query.set('expiry_in_hours', ['24'])
      }),
    },
    'quote/expiry-within-lock': {
      'lets a quote of fiat under Return outlive its rate lock': answering((answered, query, context) => {
        if (answered['rate_expiry_policy'] === 'Return' && isFiatSource(answered))
          outlives(answered, query, context)
      }),
      'lets a quote for amount_out under Return outlive its rate lock': answering(
        (answered, query, context) => {
          if (answered['rate_expiry_policy'] === 'Return' && query['amount_out'] !== undefined)
            outlives(answered, query, context)
        },
      ),
      'lets a swap under Return outlive its rate lock': answering((answered, query, context) => {
        if (answered['rate_expiry_policy'] === 'Return' && isCryptoSwap(answered))
          outlives(answered, query, context)
      }),
      'lets a quote under Return last as long as its lock': answering(
        (answered, { rate_lock_duration_minutes: lock }, context) => {
          if (answered['rate_expiry_policy'] === 'Return' && Number(lock) > 60)
            answered['valid_until'] = minutesFrom(context, Number(lock))
        },
      ),
    },
    'quote/valid-until': {
      'lets quotes under Return to accounts of Wire last for two days': answering((answered, _, context) => {
        if (railOf(answered) === 'Wire' && answered['rate_expiry_policy'] === 'Return')
          answered['valid_until'] = minutesFrom(context, 2 * 24 * 60)
      }),
      'lets a quote under Return without a lock last for two days': answering(
        (answered, { rate_lock_duration_minutes: lock }, context) => {
          if (answered['rate_expiry_policy'] === 'Return' && lock === undefined)
            answered['valid_until'] = minutesFrom(context, 2 * 24 * 60)
        },
      ),
      'lets every quote under Slippage last for 24 hours, whatever was asked for': answering(
        (answered, _, context) => {
          if (answered['rate_expiry_policy'] === 'Slippage')
            answered['valid_until'] = minutesFrom(context, 24 * 60)
        },
      ),
    },
    'quote/lasts': {
      'lets quotes last for half of what was asked for': [
        answering((answered, { expiry_in_hours: hours }, context) => {
          answered['valid_until'] = minutesFrom(context, Number(hours) * 30)
        }),
        {
          'quote/expiry-within-lock': 'half of what was asked for is still longer than the lock',
        },
      ],
    },
    'quote/echo': {
      'says of no quote under Return that it is for a third party': answering((answered) => {
        if (answered['rate_expiry_policy'] === 'Return') answered['is_third_party'] = false
      }),
      'quotes from Ethereum for Polygon': [
        quote(replace('/source_currency/blockchain', (chain) => (chain === 'Polygon' ? 'Ethereum' : chain))),
        { 'quote/amount-currencies': 'amount_in is still in the currency that was asked for' },
      ],
      'says of no quote of fiat that it is for a third party': answering((answered) => {
        if (isFiatSource(answered)) answered['is_third_party'] = false
      }),
      [another('destination_currency')]: [
        quote(add('/destination_currency', { type: 'Fiat', code: 'EUR' })),
        stillAsked,
      ],
      [another('source_currency')]: [
        quote(add('/source_currency', { type: 'Crypto', token: 'USDC', blockchain: 'Tron' })),
        stillAsked,
      ],
      'answers another customer where a fee profile is asked for': answering(
        (answered, { fee_profile_id: profile }) => {
          if (profile !== undefined) answered['customer_id'] = answered['quote_id']
        },
      ),
    },
    'quote/optional-echo': {
      'cuts external_id to 64 characters': quote(replace('/external_id', (id) => String(id).slice(0, 64))),
      'writes external_id without what is not a letter or digit': quote(
        replace('/external_id', (id) => String(id).replaceAll(/[^\w -]/g, '')),
      ),
      'states a tolerance of 50 at most': quote(
        replace('/slippage_tolerance_in_bips', (bips) => (Number(bips) > 50 ? '50' : bips)),
      ),
      'states a tolerance of 50, whatever was asked for': answering((answered) => {
        if (answered['slippage_tolerance_in_bips'] !== undefined)
          answered['slippage_tolerance_in_bips'] = '50'
      }),
      'writes external_id in lower case': quote(replace('/external_id', (id) => String(id).toLowerCase())),
      'answers another external_id in swaps': answering((answered) => {
        if (isCryptoSwap(answered) && answered['external_id'] !== undefined) answered['external_id'] = 'x'
      }),
      'answers pay_by_reference false though it was asked for, for crypto sources': answering(
        (answered, { source_currency_chain: chain }) => {
          if (chain !== undefined && answered['pay_by_reference'] === true)
            answered['pay_by_reference'] = false
        },
      ),
    },
    'quote/fee-profile': {
      'names no fee profile on swaps': answering((answered) => {
        if (isCryptoSwap(answered)) delete answered['fee_profile_id']
      }),
      'names no fee profile where amount_out is asked for': answering((answered, { amount_out: wanted }) => {
        if (wanted !== undefined) delete answered['fee_profile_id']
      }),
      'names no fee profile on quotes of fiat': answering((answered) => {
        if (isFiatSource(answered)) delete answered['fee_profile_id']
      }),
    },
    'quote/rate-lock': {
      'locks the rates of swaps for a day': answering((answered, _, context) => {
        if (isCryptoSwap(answered)) answered['rate_lock_valid_until'] = minutesFrom(context, 24 * 60)
      }),
      'locks rates until a minute ago': answering(
        (answered, { rate_lock_duration_minutes: lock }, context) => {
          if (lock !== undefined) answered['rate_lock_valid_until'] = minutesFrom(context, -1)
        },
      ),
    },
    'quote/recipient-by-id': {
      'names another bank of SWIFT': quote(
        replace('/recipient_account/account_identifier(SWIFT)/bic', () => 'DEUTDEFF'),
      ),
      'names another intermediary bank of SWIFT': quote(
        replace('/recipient_account/account_identifier(SWIFT)/intermediary_bic', () => 'BARCGB22'),
      ),
      'shows accounts of FEDNOW as those of RTP': quote(
        replace('/recipient_account/account_identifier(FEDNOW)/type', () => 'RTP'),
      ),
      'names another Pix destination': quote(replace('/recipient_account(Pix)/id', () => anybody)),
      'pays wallets on Polygon': quote(replace('/recipient_account/chain', () => 'Polygon')),
      'pays another branch of British banks': quote(
        replace('/recipient_account/account_identifier/sort_code', () => '999999'),
      ),
      'names an account that nobody asked for': quote(
        replace('/recipient_account/account_identifier/iban', (iban) => `${String(iban).slice(0, -1)}9`),
      ),
      'names a wallet that nobody asked for': [
        answering(({ recipient_account: account, quote_id: id }) => {
          const address = `0x${String(id).replaceAll('-', '').padEnd(40, '0')}`
          replace('/address', () => address)(objectIn(account), undefined)
        }),
        { 'quote/recipient-precedence': 'each quote names another wallet, whichever is asked for' },
      ],
      'refuses the id of a fiat address': refuses(
        (query) => query.has('recipient_account_id') && !query.has('destination_currency_chain'),
      ),
      'refuses the id of a crypto address': refuses(
        (query) => query.has('recipient_account_id') && query.has('destination_currency_chain'),
      ),
    },
    'quote/own-recipient': {
      'pays accounts whose registration failed': payingAccount(
        (account, { service: { store }, partnerId = '' }) =>
          store.fiatAddresses.find(partnerId, account)?.status === 'RegistrationFailed',
      ),
      'pays accounts that were deleted': payingDeleted,
      'pays addresses whatever their status': skips('recipient-status'),
      'pays accounts whose registration is pending': payingAccount(
        (account, { service: { store }, partnerId = '' }) =>
          store.fiatAddresses.find(partnerId, account)?.status === 'RegistrationPending',
      ),
    },
    'quote/optional-parameters': {
      'documents a header of the quote as optional and serves none without it': {
        ...documents(
          add('/paths/~1autoramps~1quote/get/parameters/-', {
            name: 'X-Request-Origin',
            in: 'header',
            schema: { type: 'string' },
          }),
        ),
        ...on(
          'getAutorampQuote 200',
          respond(400, 'the header X-Request-Origin is missing'),
          ({ headers }) => headers['x-request-origin'] === undefined,
        ),
      },
      'serves no quote without an external_id': refuses((query) => !query.has('external_id')),
      'serves no quote with an external_id': refuses((query) => query.has('external_id')),
      'serves no quote without a fee_profile_id': refuses((query) => !query.has('fee_profile_id')),
      'serves no quote without additional currencies': refuses((query) => !query.has(codes)),
      'serves no quote without a sender_mobile_number': refuses(
        (query) => !query.has('sender_mobile_number'),
      ),
      'serves no quote from dollars without a sender': refuses(
        (query) => firstValue(query, 'source_currency_code') === 'USD' && !query.has('sender_bank'),
      ),
      'serves no quote from dollars without pay_by_reference': refuses(
        (query) => firstValue(query, 'source_currency_code') === 'USD' && !query.has('pay_by_reference'),
      ),
      'serves no quote to dollars without a wire_message': refuses(
        (query) => firstValue(query, 'destination_currency_code') === 'USD' && !query.has('wire_message'),
      ),
      'serves no swap without an external_id': refuses((query) => isSwap(query) && !query.has('external_id')),
      'serves no quote under Return without a tolerance': refuses(
        (query) =>
          firstValue(query, 'rate_expiry_policy') === 'Return' && !query.has('slippage_tolerance_in_bips'),
      ),
      'serves no quote to a third party': refuses((query) => firstValue(query, 'is_third_party') === 'true'),
    },
    'quote/exact-amount-in': {
      'states another amount_in to businesses': answering(
        (answered, { amount_in: wanted, customer_id: id }, { service: { store }, partnerId = '' }) => {
          const isBusiness = store.customers.find(partnerId, String(id))?.type === 'Business'
          if (isBusiness && wanted !== undefined) restate(answered, 'amount_in', () => '1.11')
        },
      ),
      'states another amount_in in pounds': answering((answered, { amount_in: wanted }) => {
        if (objectIn(answered['source_currency'])['code'] === 'GBP' && wanted !== undefined)
          restate(answered, 'amount_in', () => '1.11')
      }),
      'rounds amount_in to cents': answering((answered, query) => {
        if (query['amount_in'] !== undefined)
          restate(answered, 'amount_in', (amount) => new Big(amount).round(2).toFixed())
      }),
      'rounds an amount_in of swaps to cents': answering((answered, { amount_in: wanted }) => {
        if (isCryptoSwap(answered) && wanted !== undefined)
          restate(answered, 'amount_in', (amount) => new Big(amount).round(2).toFixed())
      }),
      'rounds an amount_in of fiat to whole units': answering((answered, { amount_in: wanted }) => {
        if (isFiatSource(answered) && wanted !== undefined)
          restate(answered, 'amount_in', () => String(Math.round(Number(wanted))))
      }),
      'states another amount_in beside additional currencies': answering((answered) => {
        if (Object.keys(objectIn(answered['additional_in_currencies'])).length > 0)
          restate(answered, 'amount_in', () => '1.23')
      }),
      'refuses amount_in with decimals': refuses(
        (query) => firstValue(query, 'amount_in')?.includes('.') === true,
      ),
    },
    'quote/exact-amount-out': {
      'states another amount_out to accounts of Wire': answering((answered, { amount_out: wanted }) => {
        if (railOf(answered) === 'Wire' && wanted !== undefined) restate(answered, 'amount_out', () => '1.11')
      }),
      'refuses amount_out with decimals': refuses(
        (query) => firstValue(query, 'amount_out')?.includes('.') === true,
      ),
      'rounds an amount_out of more than a million to whole units': answering(
        (answered, { amount_out: wanted }) => {
          if (wanted !== undefined && Number(wanted) > 1_000_000)
            restate(answered, 'amount_out', (amount) => new Big(amount).round(0).toFixed())
        },
      ),
      'takes a percent from the amount_out of third parties': answering(
        (answered, { amount_out: wanted }) => {
          if (answered['is_third_party'] === true && wanted !== undefined)
            restate(answered, 'amount_out', (amount) => new Big(amount).times('0.99').toFixed())
        },
      ),
      'rounds an amount_out of crypto to cents': answering((answered, { amount_out: wanted }) => {
        if (isFiatSource(answered) && wanted !== undefined)
          restate(answered, 'amount_out', () => Number(wanted).toFixed(2))
      }),
    },
    'quote/pay-by-reference': {
      'says nothing of a payment reference that was asked for': quote(remove('/pay_by_reference')),
    },
    'quote/batch-payout': {
      'batches payouts of crypto for an exact amount out': {
        ...skips('batch-payout'),
        ...refuses(
          (query) =>
            query.has('destination_currency_chain') && query.has('amount_in') && query.has('batch_payout'),
        ),
      },
      'batches the payouts of swaps': {
        ...skips('batch-payout'),
        ...refuses((query) => !isSwap(query) && query.has('destination_currency_chain')),
      },
      'batches the payouts of crypto unasked': quote(add('/batch_payout', true), (context) =>
        hasParameter(context, 'destination_currency_chain'),
      ),
    },
    'quote/recipient-precedence': {
      'refuses recipient_account beside recipient_account_id': refuses(
        (query) => query.has('recipient_account') && query.has('recipient_account_id'),
      ),
      'prefers recipient_account to the id of a wallet in swaps': askingQuote((query) => {
        if (isSwap(query) && query.has('recipient_account')) query.delete('recipient_account_id')
      }),
      'prefers recipient_account to the id of a wallet': askingQuote((query) => {
        if (!query.has('source_currency_chain') && query.has('recipient_account'))
          query.delete('recipient_account_id')
      }),
    },
    'quote/registered-recipient': {
      'serves a quote for a customer_id that nobody has': lastOf(
        'getAutorampQuote',
        (context, { status }) => status === 404 && !namesRecord('customer_id')(context),
      ),
      'serves a quote from fiat for a recipient_account_id that no wallet has': [
        lastOf(
          'getAutorampQuote',
          (context, { status }) =>
            status === 404 &&
            context.values?.query['source_currency_chain'] === undefined &&
            namesRecord('customer_id')(context) &&
            !namesRecord('recipient_account_id')(context),
        ),
        { 'quote/own-recipient': 'wallets of others are not wallets of the customer' },
      ],
    },
    'quote/verified-wallet': {
      'registers wallets at custodians by any text for a DID': skips('vasp-did'),
    },
    'quote/additional-served': {
      'takes USDT as an additional currency without being asked': quote(
        (answered) => {
          const source = objectIn(answered['source_currency'])
          if (source['type'] === 'Crypto')
            answered['additional_in_currencies'] = [{ ...source, token: 'USDT' }]
        },
        (context) => !hasParameter(context, codes),
      ),
      'forgets additional currencies in swaps': answering((answered) => {
        if (isCryptoSwap(answered)) answered['additional_in_currencies'] = []
      }),
      'forgets additional currencies under Return': answering((answered) => {
        if (answered['rate_expiry_policy'] === 'Return') answered['additional_in_currencies'] = []
      }),
    },
    'quote/additional-bound': {
      'refuses 16 additional currencies': refuses((query) => listItems(query, codes).length === 16),
    },
    'quote/account-bound': {
      'refuses a sender_account_number of 256 characters': refuses(
        (query) => firstValue(query, 'sender_account_number')?.length === 256,
      ),
    },
    'quote/sender': {
      'takes Kenyan shillings without a bank': filled(
        'sender_bank',
        'Access Bank',
        (query) => firstValue(query, 'source_currency_code') === 'KES',
      ),
    },
    'quote/code-length': {
      'cuts a destination_currency_code for an exact amount out': askingQuote((query) => {
        const code = firstValue(query, 'destination_currency_code') ?? ''
        if (query.has('amount_out') && code.length > 32)
          query.set('destination_currency_code', [code.slice(0, 3)])
      }),
      'cuts a destination_currency_code to three characters': askingQuote((query) => {
        const code = firstValue(query, 'destination_currency_code') ?? ''
        if (code.length > 32) query.set('destination_currency_code', [code.slice(0, 3)])
      }),
    },
    'quote/reference-bounds': {
      'forgets the message to accounts of Wire': quote((answered) => {
        if (railOf(answered) === 'Wire') delete answered['wire_message']
      }),
      'forgets the reference for sepa beside a message': quote((answered) => {
        if (answered['wire_message'] !== undefined) delete answered['sepa_payment_reference']
      }),
      'has null for a message beside references': quote((answered) => {
        if (answered['swift_payment_reference'] !== undefined && answered['wire_message'] !== undefined)
          answered['wire_message'] = null
      }),
      'refuses a plus in sepa_payment_reference': refuses(
        (query) => firstValue(query, 'sepa_payment_reference')?.includes('+') === true,
      ),
      'refuses a reference for sepa of digits': refuses((query) =>
        /^\d+$/.test(firstValue(query, 'sepa_payment_reference') ?? ''),
      ),
      'reads a reference for ach of digits as a number': quote(
        replace('/ach_payment_reference', (text) =>
          typeof text === 'string' && /^\d+$/.test(text) ? String(Number(text)) : text,
        ),
      ),
      'writes references in capitals': quote(
        replace('/wire_message', (text) => (typeof text === 'string' ? text.toUpperCase() : text)),
      ),
      'carries a reference for sepa as one for swift': quote((answered) => {
        if (answered['sepa_payment_reference'] === undefined) return
        answered['swift_payment_reference'] = answered['sepa_payment_reference']
        delete answered['sepa_payment_reference']
      }),
    },
    'quote/bank-bounds': {
      'refuses account numbers of 4 characters': bank((identifier) => numberOf(identifier).length === 4),
      'refuses account numbers of 17 characters': bank((identifier) => numberOf(identifier).length === 17),
      'refuses account numbers with letters': bank((identifier) => /[A-Z]/.test(numberOf(identifier))),
      'refuses SWIFT accounts without an intermediary_bic': bank(
        ({ type, intermediary_bic: bic }) => type === 'SWIFT' && (bic ?? undefined) === undefined,
      ),
    },
    'quote/bank-refusals': {
      'registers bank accounts with any account_number': taking(/account_number/),
      'registers bank accounts of any type': taking(/"[^"]*account_identifier(\/type)? /),
      'registers bank accounts without an iban': taking(/iban/),
      'registers bank accounts without a sort_code': taking(/sort_code/),
      'registers bank accounts without a bic': taking(/\bbic\b/),
    },
  }),
]
