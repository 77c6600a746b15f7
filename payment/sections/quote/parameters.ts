import { deepEqual } from '../../../runtime/json.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, Inconclusive } from '../../../conformance/model/outcome.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { memberAt, walk } from '../../../document/index.js'
import { idIn, isSuccess, isTurnedDown, objectBody } from '../../../conformance/exchange/reading.js'
import { type Steps, succeeded } from '../../fixtures/steps.js'
import { railQuotes } from '../../fixtures/rails.js'
import { freshWallet } from '../../fixtures/wallets.js'
import { enumerations } from '../../tables/enumerations.js'
import { isRecord } from './fields.js'
import {
  askQuote,
  changed,
  onrampCodes,
  onrampQuery,
  onrampSubject,
  otherPairs,
  type Query,
  type QuoteSubject,
  quoteSubject,
  subjectById,
} from '../../fixtures/quote.js'
import {
  addressId,
  fiatRecipient,
  rails,
  readAccount,
  registerWallet,
  sampleIbans,
} from '../../fixtures/recipient.js'

const isRegistered = async (context: ScenarioContext, customerId: string, id: string): Promise<boolean> => {
  const record = await readAccount(context, customerId, id)
  return memberAt(record, 'id') === id && /^registered$/i.test(String(memberAt(record, 'status')))
}

/** Queries that name a recipient by id, and by its address. */
type Ways = readonly [byId: Query, byAddress: Query]

/** Reports that an id is refused although the same quote to the same address is served. */
const expectServed: Steps<[QuoteSubject, string, Ways]> = async (context, subject, what, ways) => {
  const [byId, byAddress] = ways
  const exchange = await askQuote(context, { ...subject, query: byId })
  if (!isTurnedDown(exchange)) return
  const isPaid = isSuccess(await askQuote(context, { ...subject, query: byAddress }))
  const message = `the id of a ${what} is refused as recipient_account_id, and a quote to the address itself is served`
  context.expect(!isPaid, message, exchange)
}

/** The id of a fiat address is accepted as recipient; judged if the service shows the address as registered. */
const expectFiatId = async (context: ScenarioContext, subject: QuoteSubject): Promise<void> => {
  const [iban] = sampleIbans
  const id = await ifPossible(fiatRecipient(context, subject.customerId, context.version, iban))
  if (id === undefined || !(await isRegistered(context, subject.customerId, id))) return
  const byId = changed(subject.query, { recipient_account_id: id, recipient_account: undefined })
  const byAddress = changed(subject.query, { recipient_account_id: undefined, recipient_account: iban })
  await expectServed(context, subject, 'registered fiat address', [byId, byAddress])
}

const isUnusable = (exchange: Exchange): boolean =>
  walk(jsonBody(exchange.response)).some(
    ([pointer, value]) =>
      (/stat(e|us)$/i.test(pointer) && /pending|unverified|rejected|disabled/i.test(String(value))) ||
      (/verified$/i.test(pointer) && value === false) ||
      (/disabled$/i.test(pointer) && value === true),
  )

/** The id of a crypto address is accepted as recipient; judged unless the service shows the address as unusable. */
const expectWalletId = async (context: ScenarioContext, subject: QuoteSubject): Promise<void> => {
  if (await ifPossible(onrampSubject(context))) return
  const wallet = await freshWallet(context)
  const registered = await registerWallet(context, subject.customerId, wallet)
  const id = registered && idIn(registered, addressId)
  if (!registered || id === undefined || isUnusable(registered)) return
  const on = { destination_currency_chain: wallet.chain }
  for (const code of onrampCodes) {
    const byId = onrampQuery(subject, code, { recipient_account_id: id, ...on })
    const byAddress = onrampQuery(subject, code, { recipient_account: wallet.address, ...on })
    await expectServed(context, subject, 'crypto address', [byId, byAddress])
  }
}

const otherRecipient = 'recipient_account changes the recipient although recipient_account_id is given'

const accountOf = (exchange: Exchange): unknown => objectBody(exchange)['recipient_account']

/** An unknown id takes precedence too, so the account beside it must not be paid. */
const expectNoFallback = async (context: ScenarioContext, subject: QuoteSubject): Promise<void> => {
  const changes = { recipient_account_id: context.session.uuid(), recipient_account: sampleIbans[0] }
  const exchange = await askQuote(context, subject, changes)
  const message = 'a recipient_account is paid although a recipient_account_id, which nobody has, is given'
  context.expect(!isSuccess(exchange), message, exchange)
}

/** An id takes precedence over a registered wallet too, when crypto is bought. */
const expectWalletPrecedence = async (context: ScenarioContext): Promise<void> => {
  const { customerId } = await quoteSubject(context)
  const wallet = await freshWallet(context)
  const pairs = (await otherPairs(context)).filter(({ query }) => 'recipient_account_id' in query)
  if (pairs.length === 0 || !(await registerWallet(context, customerId, wallet))) return
  for (const pair of pairs) {
    const exchange = await askQuote(context, pair, { recipient_account: wallet.address })
    const isSame = !isSuccess(exchange) || deepEqual(accountOf(pair.exchange), accountOf(exchange))
    context.expect(isSame, otherRecipient, exchange, '/recipient_account')
  }
}

/** An account that is shown in full must be that of the id. */
const expectAccount = (context: ScenarioContext, exchange: Exchange, whole: RegExp, due: string): void => {
  const account = accountOf(exchange)
  const shown = [memberAt(account, 'account_identifier', 'iban'), memberAt(account, 'address')]
  const texts = shown.filter((one) => typeof one === 'string').map((one) => one.replaceAll(' ', ''))
  const came = texts.find((one) => whole.test(one))
  const isIt = came === undefined || came.toLowerCase() === due.toLowerCase()
  const message = 'a quote names a different account than that of its recipient_account_id'
  context.expect(isIt, message, exchange, '/recipient_account')
}

const wholeIban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/
const wholeWallet = /^(0x[0-9a-f]{40}|[1-9a-z]{32,44})$/i

const expectWallet = async (context: ScenarioContext): Promise<void> => {
  const onramp = await onrampSubject(context)
  const wallet = await freshWallet(context)
  const registered = await registerWallet(context, onramp.customerId, wallet)
  const id = registered && idIn(registered, addressId)
  if (id === undefined) return
  const exchange = await askQuote(context, onramp, { recipient_account_id: id, recipient_account: undefined })
  if (!isSuccess(exchange)) return
  expectAccount(context, exchange, wholeWallet, wallet.address)
  const chain = memberAt(accountOf(exchange), 'chain')
  const isElsewhere = enumerations.Blockchain.some((one) => one === chain && one !== wallet.chain)
  const message = `a quote names an address on ${String(chain)}; that of its recipient_account_id is on ${wallet.chain}`
  context.expect(!isElsewhere, message, exchange, '/recipient_account/chain')
}

const plainNumber = (value: unknown): string =>
  String(value).replaceAll(/[\s-]/g, '').replace(/^0+/, '').toLowerCase()

const isWhole = (shown: string, due: string): boolean =>
  /^(?!.*xx)[a-z0-9]+$/.test(shown) && shown.length >= due.length

const identifiers = ['iban', 'account_number', 'routing_number', 'sort_code', 'bic', 'intermediary_bic']

/** Whether a quote shows the value that was registered; a BIC may name the head office or not. */
const isSameNumber = (came: unknown, due: unknown): boolean => {
  const [shown, wanted] = [came, due].map((one) =>
    plainNumber(one).replace(/^([a-z]{6}[a-z0-9]{2})xxx$/, '$1'),
  )
  return shown === wanted || !isWhole(shown ?? '', wanted ?? '')
}

/** Members of a bank account that a quote shows in full are those that were registered, and its type is. */
const expectBanks = async (context: ScenarioContext): Promise<void> => {
  for (const { type, query, exchange, registered } of await railQuotes(context)) {
    if (!isSuccess(exchange)) continue
    if (type === 'Pix') {
      const came = memberAt(accountOf(exchange), 'id')
      const message = 'the id of a Pix account is another than the recipient_account_id'
      context.expect(typeof came !== 'string' || came === query['recipient_account_id'], message, exchange)
    }
    const sent = walk(JSON.parse(registered.request.body ?? 'null'))
    const own = sent.some(([at, value]) => at.endsWith('/type') && value === type)
      ? [['type', type] as const]
      : []
    const numbers = identifiers.map(
      (name) => [name, sent.find(([at]) => at.endsWith(`/${name}`))?.[1]] as const,
    )
    for (const [name, due] of [...own, ...numbers]) {
      const came = memberAt(accountOf(exchange), 'account_identifier', name)
      // A type that the table lacks is a finding of `quote/bank-identifiers`.
      const isOtherType = came !== due && rails.some((rail) => rail.type === came)
      const isSame = name === 'type' ? !isOtherType : isSameNumber(came, due)
      const isIt = typeof came !== 'string' || due === undefined || isSame
      const message = `a quote names a different ${name} than that of its recipient_account_id`
      context.expect(isIt, message, exchange, `/recipient_account/account_identifier/${name}`)
    }
  }
}

export const recipientPrecedence: Scenario = async (context) => {
  const subject = await subjectById(context)
  await expectNoFallback(context, subject)
  await ifPossible(expectWalletPrecedence(context))
  const other = sampleIbans[1]
  await ifPossible(fiatRecipient(context, subject.customerId, context.version, other))
  const exchange = await askQuote(context, subject, { recipient_account: other })
  if (isTurnedDown(exchange)) {
    const alone = { recipient_account_id: undefined, recipient_account: other }
    const served = isSuccess(await askQuote(context, subject, alone))
    const message = 'recipient_account_id and recipient_account are served each alone, and refused together'
    context.expect(!served, message, exchange)
    if (served) return
  }
  succeeded(exchange, 'a quote with both recipients is not served')
  const isSame = deepEqual(accountOf(subject.exchange), accountOf(exchange))
  context.expect(isSame, otherRecipient, exchange, '/recipient_account')
}

/** `quote/recipient-by-id`: two accounts of one customer must appear different. */
export const recipientById: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  await expectWalletId(context, subject)
  if (!('recipient_account_id' in subject.query)) {
    await expectFiatId(context, subject)
    if (context.violations.length > 0) return
  }
  await subjectById(context)
  const [, iban] = sampleIbans
  const id = await fiatRecipient(context, subject.customerId, context.version, iban)
  const exchange = await askQuote(context, subject, { recipient_account_id: id })
  succeeded(exchange, 'a second account is not paid')
  expectAccount(context, exchange, wholeIban, iban)
  await ifPossible(expectWallet(context))
  await expectBanks(context)
  const message = 'quotes for two different recipient_account_id name the same recipient_account'
  const [one, other] = [accountOf(subject.exchange), accountOf(exchange)]
  if (!isRecord(one, 'Account') || !isRecord(other, 'Account'))
    throw new Inconclusive('a recipient is not an account; see quote/accounts', exchange)
  context.expect(!deepEqual(one, other), message, exchange, '/recipient_account')
}
