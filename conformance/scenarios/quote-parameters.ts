import type { Scenario, ScenarioContext } from '../engine/context.js'
import { NotApplicable } from '../engine/outcome.js'
import type { ParameterValue } from '../engine/serialize.js'
import { type Exchange, headerValue } from '../model/exchange.js'
import { dig, isSuccess, objectBody, outcomeOf } from './reading.js'
import { quoteParameters } from './spec-table.js'
import { askQuote, cryptoPairs, quoteSubject } from './subjects/quote.js'
import { fiatRecipient, sampleIbans } from './subjects/recipient.js'

type Changes = Readonly<Record<string, ParameterValue | undefined>>

const show = (changes: Changes): string =>
  Object.entries(changes)
    .map(([name, value]) => (value === undefined ? `no ${name}` : `${name}=${String(value).slice(0, 40)}`))
    .join(', ')

/** A changed request must not be served; anything from 400 to 499 refuses it. */
const expectRefused = async (
  context: ScenarioContext,
  changes: Changes,
  promise: string,
): Promise<Exchange> => {
  const exchange = await askQuote(context, await quoteSubject(context), changes)
  const { status } = exchange.response
  context.expect(
    status >= 400 && status < 500,
    `${show(changes)} is due a refusal (${promise}); ${status} came`,
    exchange,
  )
  return exchange
}

const refusals =
  (promise: string, table: readonly Changes[]): Scenario =>
  async (context) => {
    for (const changes of table) await expectRefused(context, changes, promise)
  }

const missingParameter = refusals(
  'the parameter is required',
  Object.entries(quoteParameters)
    .filter(([, required]) => required)
    .map(([name]) => ({ [name]: undefined })),
)

const parameterTypes = refusals('the value is not of its type', [
  { customer_id: 'not-a-uuid' },
  { recipient_account_id: 'not-a-uuid' },
  { fee_profile_id: 'not-a-uuid' },
  { amount_in: 'ten' },
  { amount_in: undefined, amount_out: 'ten' },
  { slippage_tolerance_in_bips: 'much' },
  { expiry_in_hours: 'soon' },
  { expiry_in_hours: '1.5' },
  { rate_lock_duration_minutes: 'long' },
  { rate_expiry_policy: 'Never' },
  { source_currency_chain: 'Dogecoin' },
  { is_third_party: 'perhaps' },
  { pay_by_reference: 'perhaps' },
  { batch_payout: 'perhaps' },
])

const longCode = 'X'.repeat(33)
const longAccount = '1'.repeat(257)

const codeLength = refusals('at most 32 characters', [
  { source_currency_code: longCode },
  { destination_currency_code: longCode },
])

const accountLength = refusals('at most 256 characters', [
  { recipient_account: longAccount },
  { sender_account_number: longAccount },
  { sender_mobile_number: longAccount },
])

const expiryLimit: Scenario = async (context) => {
  const longest = await askQuote(context, await quoteSubject(context), { expiry_in_hours: '24' })
  context.expect(
    isSuccess(longest),
    `expiry_in_hours=24 is allowed and was refused: ${outcomeOf(longest)}`,
    longest,
  )
  await expectRefused(context, { expiry_in_hours: '25' }, 'at most 24')
}

const skewMs = 120_000

const expiryWithinLock: Scenario = async (context) => {
  const lockMinutes = 10
  const exchange = await askQuote(context, await quoteSubject(context), {
    rate_expiry_policy: 'Return',
    slippage_tolerance_in_bips: undefined,
    rate_lock_duration_minutes: String(lockMinutes),
    expiry_in_hours: '24',
  })
  if (!isSuccess(exchange)) return
  const sent = Date.parse(headerValue(exchange.response.headers, 'date') ?? '') || exchange.sentAt
  const validUntil = Date.parse(String(objectBody(exchange)['valid_until']))
  context.expect(
    validUntil - sent <= lockMinutes * 60_000 + skewMs,
    `under Return with a rate lock of ${lockMinutes} minutes, the quote is valid for ${Math.round((validUntil - sent) / 60_000)} minutes`,
    exchange,
    '/valid_until',
  )
}

const sourcePair = async (context: ScenarioContext): Promise<{ token: string; chain: string }> => {
  const { query } = await quoteSubject(context)
  return { token: String(query['source_currency_code']), chain: String(query['source_currency_chain']) }
}

const additional = (codes: readonly string[], chains: readonly string[]): Changes => ({
  additional_in_currency_codes: codes,
  additional_in_currency_chains: chains,
})

/** Codes of other currencies on the source's chain that the service takes as additional ones. */
const acceptedCodes = async (context: ScenarioContext): Promise<readonly string[]> => {
  const { token, chain } = await sourcePair(context)
  const listed = (await cryptoPairs(context)).filter((pair) => pair.chain === chain && pair.token !== token)
  const candidates = new Set([...listed.map((pair) => pair.token), 'EURC', 'USDT', 'DAI'])
  const accepted: string[] = []
  for (const code of [...candidates].slice(0, 6)) {
    const exchange = await askQuote(context, await quoteSubject(context), additional([code], [chain]))
    if (isSuccess(exchange)) accepted.push(code)
  }
  return accepted
}

const repeated = (items: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_, index) => items[index % items.length] ?? '')

// Seventeen codes that are each fine, repeated as often as it takes: only their number is left to refuse.
const additionalLimit: Scenario = async (context) => {
  const { chain } = await sourcePair(context)
  const accepted = await acceptedCodes(context)
  const unknown = Array.from({ length: 17 }, (_, index) => `TOKEN${index}`)
  const lists = accepted.length === 0 ? [unknown] : [unknown, repeated(accepted, 17)]
  for (const codes of lists)
    await expectRefused(context, additional(codes, repeated([chain], 17)), 'at most 16 items')
}

const additionalLength: Scenario = async (context) => {
  const { chain } = await sourcePair(context)
  const [code = 'EURC', other = code] = await acceptedCodes(context)
  const promise = 'codes and chains have the same length'
  await expectRefused(context, additional([code, other], [chain]), promise)
  await expectRefused(context, additional([code], [chain, chain]), promise)
}

const additionalCurrencies = (exchange: Exchange): readonly unknown[] => {
  const list = objectBody(exchange)['additional_in_currencies']
  return Array.isArray(list) ? list : []
}

const additionalSource: Scenario = async (context) => {
  const { token, chain } = await sourcePair(context)
  const exchange = await askQuote(context, await quoteSubject(context), additional([token], [chain]))
  if (!isSuccess(exchange)) return
  const contained = additionalCurrencies(exchange).some(
    (currency) => dig(currency, 'token') === token && dig(currency, 'blockchain') === chain,
  )
  context.expect(
    !contained,
    'additional_in_currencies contains the source currency',
    exchange,
    '/additional_in_currencies',
  )
}

const additionalChain: Scenario = async (context) => {
  const source = await sourcePair(context)
  const pairs = await cryptoPairs(context)
  const elsewhere = pairs.filter(({ chain }) => chain !== source.chain).slice(0, 3)
  if (elsewhere.length === 0) throw new NotApplicable('no currency on another chain is known')
  for (const { token, chain } of elsewhere) {
    const exchange = await askQuote(context, await quoteSubject(context), additional([token], [chain]))
    const strays = isSuccess(exchange)
      ? additionalCurrencies(exchange).filter(
          (currency) => (dig(currency, 'blockchain') ?? source.chain) !== source.chain,
        )
      : []
    context.expect(
      strays.length === 0,
      `an additional currency on ${chain} stands beside a source on ${source.chain}`,
      exchange,
      '/additional_in_currencies',
    )
  }
}

const additionalStyle: Scenario = async (context) => {
  const operation = context.operation('get', '/autoramps/quote')
  for (const name of ['additional_in_currency_codes', 'additional_in_currency_chains']) {
    const parameter = operation.parameters.find((candidate) => candidate.name === name)
    context.expect(
      parameter?.explode !== true,
      `the document declares ${name} as a repeated parameter (explode)`,
      undefined,
      parameter?.pointer,
    )
  }
}

const recipientPrecedence: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  const version = context.version
  const other = sampleIbans[1]
  await fiatRecipient(context, subject.customerId, version, other)
  const exchange = await askQuote(context, subject, { recipient_account: other })
  if (!isSuccess(exchange)) {
    throw new NotApplicable(`a quote with both recipients is not served: ${outcomeOf(exchange)}`)
  }
  const [alone, both] = [subject.exchange, exchange].map((one) => objectBody(one)['recipient_account'])
  context.expect(
    JSON.stringify(alone) === JSON.stringify(both),
    'recipient_account changes the recipient although recipient_account_id is given',
    exchange,
    '/recipient_account',
  )
}

const documentParameters: Scenario = async (context) => {
  const operation = context.operation('get', '/autoramps/quote')
  for (const [name, required] of Object.entries(quoteParameters)) {
    const parameter = operation.parameters.find(
      (candidate) => candidate.in === 'query' && candidate.name === name,
    )
    const pointer = parameter?.pointer ?? `${operation.pointer}/parameters`
    context.expect(
      parameter !== undefined,
      `the document lacks the query parameter ${name}`,
      undefined,
      pointer,
    )
    if (!parameter) continue
    const due = required ? 'required' : 'optional'
    context.expect(parameter.required === required, `${name} is ${due} by the table`, undefined, pointer)
  }
}

/** The parameters of GET /autoramps/quote: what must be there, what must be refused, which one wins. */
export const quoteParameterScenarios: Readonly<Record<string, Scenario>> = {
  'quote/missing-parameter': missingParameter,
  'quote/parameter-types': parameterTypes,
  'quote/code-length': codeLength,
  'quote/account-length': accountLength,
  'quote/expiry-limit': expiryLimit,
  'quote/expiry-within-lock': expiryWithinLock,
  'quote/additional-limit': additionalLimit,
  'quote/additional-length': additionalLength,
  'quote/additional-source': additionalSource,
  'quote/additional-chain': additionalChain,
  'quote/additional-style': additionalStyle,
  'quote/recipient-precedence': recipientPrecedence,
  'quote/document-parameters': documentParameters,
}
