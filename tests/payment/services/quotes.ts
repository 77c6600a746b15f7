import { type Answer, type Call, json, Refused } from './call.js'
import { type Choices, laterVersion } from './choices.js'
import { requireTypes } from './quote-types.js'
import { newId } from './state.js'

const isTrue = (query: URLSearchParams, name: string): boolean => /^(true|yes)$/i.test(query.get(name) ?? '')

const message = /^[A-Za-z0-9 /\-?:().+]*$/
const references: Readonly<Record<string, readonly [number, number, RegExp]>> = {
  wire_message: [1, 140, message],
  swift_payment_reference: [1, 140, message],
  sepa_payment_reference: [6, 140, message],
  ach_payment_reference: [1, 10, message],
  fps_payment_reference: [6, 18, /^[A-Za-z]*$/],
}

/** A reference that breaks its limits is refused, cut or dropped. */
const reference = ({ query, choices }: Call, name: string): string | undefined => {
  const value = query.get(name)
  const [least, most, pattern] = references[name] ?? [0, 0, message]
  if (value === null || (value.length >= least && value.length <= most && pattern.test(value)))
    return value ?? undefined
  if (choices.texts === 'refuse') throw new Refused(400, `${name} breaks its limits`)
  const cut = value.slice(0, most)
  return choices.texts === 'cut' && cut.length >= least && pattern.test(cut) ? cut : undefined
}

/** Hours that the quote lasts. */
const lifetime = ({ query, choices }: Call): number => {
  const hours = Number(query.get('expiry_in_hours'))
  const lock = query.get('rate_lock_duration_minutes')
  const isReturn = /^return$/i.test(query.get('rate_expiry_policy') ?? '')
  const most = isReturn && lock !== null ? Number(lock) / 60 : 24
  if (hours > most && choices.beyondLimits === 'refuse') throw new Refused(400, 'expiry_in_hours is too long')
  return Math.min(hours, most)
}

const listed = (call: Call, name: string): string[] => {
  const text = call.query.get(name) ?? ''
  return text === '' ? [] : text.split(',')
}

const isEthereum = (chain: string | undefined, { letterCase }: Choices): boolean =>
  (letterCase === 'exact' ? chain : chain?.replace(/^ethereum$/i, 'Ethereum')) === 'Ethereum'

const additional = (call: Call): readonly unknown[] | undefined => {
  const codes = listed(call, 'additional_in_currency_codes')
  const homes = listed(call, 'additional_in_currency_chains')
  if (codes.length !== homes.length) throw new Refused(400, 'the lists differ in length')
  if (codes.length > 16 && call.choices.beyondLimits === 'refuse') throw new Refused(400, 'too many')
  const distinct = [...new Set(codes)].slice(0, 16)
  for (const [index, code] of codes.entries()) {
    if (code !== 'EURC' && code !== 'USDT') throw new Refused(400, `${code} cannot be added`)
    if (!isEthereum(homes[index], call.choices)) throw new Refused(400, 'another chain')
  }
  if (codes.length === 0) return undefined
  return distinct.map((token) => ({ type: 'Crypto', token, blockchain: 'Ethereum' }))
}

/** The only pair of this service is USDC on Ethereum for euro. */
const requirePair = ({ query, choices }: Call): void => {
  const pair = ['source_currency_code', 'destination_currency_code'].map((name) => query.get(name))
  const isServed = isEthereum(query.get('source_currency_chain') ?? undefined, choices)
  if (pair.join(' ') !== 'USDC EUR' || !isServed) throw new Refused(400, 'this pair is not served')
}

const recipient = ({ query, state, choices }: Call): string => {
  const id = query.get('recipient_account_id')
  const account = id === null || state.closed.has(id) ? undefined : state.accounts.get(id)
  const iban = id === null ? query.get('recipient_account') : account?.iban
  if (iban === undefined || (account && account.customer !== query.get('customer_id')))
    throw new Refused(404, 'no such account')
  if (choices.addresses && id === null) throw new Refused(400, 'register the account first')
  return iban ?? 'DE00500105175407324931'
}

const coin = { type: 'Crypto', token: 'USDC', blockchain: 'Ethereum' }
const euro = { type: 'Fiat', code: 'EUR' }
const rate = 0.9
const sum = (amount: number, currency: unknown) => ({ amount: amount.toFixed(6), currency })
const none = sum(0, euro)

const fee = {
  total_fee: none,
  iron_fee: none,
  partner_fee: none,
  transaction_fee: none,
  banking_fee: none,
  network_fee: none,
  network_fees: [{ ...sum(0, coin), type: 'EthereumGas' }],
  network_fees_with_settlement: [{ fee_type: 'BaseGas', fee_amount: none }],
  partner_fees: [{ label: 'partner', fee: none, settlement: 'settledLater' }],
}

const withNulls = {
  fee_profile_id: null,
  slippage_tolerance_in_bips: null,
  external_id: null,
  batch_payout: null,
}

const lockEnd = (query: URLSearchParams) => {
  const minutes = query.get('rate_lock_duration_minutes')
  if (minutes === null) return {}
  return { rate_lock_valid_until: new Date(Date.now() + Number(minutes) * 60_000).toISOString() }
}

/** The options that a strict service repeats; the specification does not define it. */
const repeated = ({ query, choices }: Call) => {
  const flag = (name: string) => (query.has(name) ? { [name]: isTrue(query, name) } : {})
  const text = (name: string) => (query.has(name) ? { [name]: query.get(name) } : {})
  if (!choices.limitsDocumented) return {}
  return {
    ...text('external_id'),
    ...text('fee_profile_id'),
    ...lockEnd(query),
    slippage_tolerance_in_bips: Number(query.get('slippage_tolerance_in_bips') ?? '0').toFixed(2),
    ...flag('batch_payout'),
    ...flag('pay_by_reference'),
  }
}

const typed = (answer: Answer, { choices }: Call): Answer =>
  choices.extras
    ? { ...answer, headers: { ...answer.headers, 'content-type': 'Application/JSON;charset="UTF-8"' } }
    : answer

export const quote = (call: Call): Answer => {
  requireTypes(call)
  const { query, choices } = call
  if (!call.state.customers.has(query.get('customer_id') ?? '')) throw new Refused(404, 'no such customer')
  requirePair(call)
  const [wantedIn, wantedOut] = [query.get('amount_in'), query.get('amount_out')]
  if (isTrue(query, 'is_third_party') && !choices.thirdParties)
    throw new Refused(422, 'not for third parties')
  if ((wantedIn === null) === (wantedOut === null)) throw new Refused(400, 'one amount, please')
  const paid = wantedIn === null ? Number(wantedOut) / rate : Number(wantedIn)
  const texts = Object.keys(references).map((name) => [name, reference(call, name)] as const)
  const body = {
    ...(choices.nulls && withNulls),
    ...repeated(call),
    ...(choices.extras && { vendor_note: null, 'x-trace': { hops: [1, 2] } }),
    quote_id: newId(choices),
    source_currency: coin,
    destination_currency: euro,
    additional_in_currencies: additional(call),
    recipient_account: { type: 'Fiat', account_identifier: { type: 'SEPA', iban: recipient(call) } },
    customer_id: query.get('customer_id'),
    amount_in: sum(paid, coin),
    amount_out: sum(wantedOut === null ? paid * rate : Number(wantedOut), euro),
    [call.version >= laterVersion ? 'exchange_rate' : 'rate']: String(rate),
    rate_expiry_policy: /^return$/i.test(query.get('rate_expiry_policy') ?? '') ? 'Return' : 'Slippage',
    fee: choices.nulls ? { ...fee, deducted_fee: null, iron_fee_settlement: null } : fee,
    fee_settlement: 'deductedImmediately',
    valid_until: new Date(Date.now() + lifetime(call) * 3_600_000)
      .toISOString()
      .replace('Z', choices.times === 'offset' ? '+00:00' : '000321Z'),
    signature: 'c2lnbmVk',
    is_third_party: isTrue(query, 'is_third_party'),
    ...Object.fromEntries(texts),
  }
  const answer = json(200, body)
  call.state.quotes.set(body.quote_id, answer.body)
  return typed(answer, call)
}
