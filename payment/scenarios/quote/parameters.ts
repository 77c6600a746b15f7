import { deepEqual } from '../../../runtime/deep-equal.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, Inconclusive, NotApplicable, unmet } from '../../../conformance/model/outcome.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { memberAt } from '../../../document/index.js'
import {
  idIn,
  isSuccess,
  isTurnedDown,
  objectBody,
  outcomeOf,
} from '../../../conformance/exchange/reading.js'
import { isAccount } from '../../values/checks.js'
import { askQuote, onrampSubject, type QuoteSubject, quoteSubject } from '../subjects/quote.js'
import { addressId, fiatRecipient, freshWallet, registerWallet, sampleIbans } from '../subjects/recipient.js'
import { expectFiatId, expectWalletId } from './recipient-ids.js'

const accountOf = (exchange: Exchange): unknown => objectBody(exchange)['recipient_account']

/** An id that nobody has wins too: the account beside it is not paid in its place. */
const expectNoFallback = async (context: ScenarioContext, subject: QuoteSubject): Promise<void> => {
  const recipient_account = sampleIbans[0]
  const changes = { recipient_account_id: context.session.uuid(), recipient_account }
  const exchange = await askQuote(context, subject, changes)
  const message = 'a recipient_account is paid although a recipient_account_id, which nobody has, is given'
  context.expect(!isSuccess(exchange), message, exchange)
}

/** The same the other way: a wallet that is registered too, beside the id of another. */
const expectWalletPrecedence = async (context: ScenarioContext): Promise<void> => {
  const onramp = await ifPossible(onrampSubject(context))
  if (!onramp || !('recipient_account_id' in onramp.query)) return
  const wallet = freshWallet(context)
  if (!(await registerWallet(context, onramp.customerId, wallet))) return
  const exchange = await askQuote(context, onramp, { recipient_account: wallet })
  const message = 'recipient_account changes the recipient although recipient_account_id is given'
  const isSame = !isSuccess(exchange) || deepEqual(accountOf(onramp.exchange), accountOf(exchange))
  context.expect(isSame, message, exchange, '/recipient_account')
}

/** Where an account is shown in full, it is the one of the id. */
const expectAccount = (context: ScenarioContext, exchange: Exchange, whole: RegExp, due: string): void => {
  const account = accountOf(exchange)
  const shown = [memberAt(account, 'account_identifier', 'iban'), memberAt(account, 'address')]
  const texts = shown.filter((one) => typeof one === 'string').map((one) => one.replaceAll(' ', ''))
  const came = texts.find((one) => whole.test(one))
  const isIt = came === undefined || came.toLowerCase() === due.toLowerCase()
  context.expect(
    isIt,
    'a quote names another account than that of its recipient_account_id',
    exchange,
    '/recipient_account',
  )
}

const wholeIban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/
const wholeWallet = /^0x[0-9a-f]{40}$/i

const expectWallet = async (context: ScenarioContext): Promise<void> => {
  const onramp = await onrampSubject(context)
  const wallet = freshWallet(context)
  const registered = await registerWallet(context, onramp.customerId, wallet)
  const id = registered && idIn(registered, addressId)
  if (id === undefined) return
  const exchange = await askQuote(context, onramp, { recipient_account_id: id, recipient_account: undefined })
  if (isSuccess(exchange)) expectAccount(context, exchange, wholeWallet, wallet)
}

const recipientPrecedence: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  if (!('recipient_account_id' in subject.query)) {
    throw new NotApplicable('no quote could be had with a recipient_account_id')
  }
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
  if (!isSuccess(exchange)) {
    throw unmet(`a quote with both recipients is not served: ${outcomeOf(exchange)}`, exchange)
  }
  const message = 'recipient_account changes the recipient although recipient_account_id is given'
  const isSame = deepEqual(accountOf(subject.exchange), accountOf(exchange))
  context.expect(isSame, message, exchange, '/recipient_account')
}

// Two accounts of the same customer: however a service shows them, they are not the same.
const recipientById: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  await expectWalletId(context, subject)
  if (!('recipient_account_id' in subject.query)) {
    await expectFiatId(context, subject)
    if (context.violations.length > 0) return
    throw new NotApplicable('no quote could be had with a recipient_account_id')
  }
  const [, iban] = sampleIbans
  const id = await fiatRecipient(context, subject.customerId, context.version, iban)
  const exchange = await askQuote(context, subject, { recipient_account_id: id })
  if (!isSuccess(exchange)) throw unmet(`a second account is not paid: ${outcomeOf(exchange)}`, exchange)
  expectAccount(context, exchange, wholeIban, iban)
  await ifPossible(expectWallet(context))
  const message = 'quotes for two different recipient_account_id name the same recipient_account'
  const [one, other] = [accountOf(subject.exchange), accountOf(exchange)]
  if (!isAccount(one) || !isAccount(other))
    throw new Inconclusive('a recipient is no account; see quote/accounts', exchange)
  context.expect(!deepEqual(one, other), message, exchange, '/recipient_account')
}

/** Who is paid by a quote. */
export const quoteParameterScenarios: Readonly<Record<string, Scenario>> = {
  'quote/recipient-precedence': recipientPrecedence,
  'quote/recipient-by-id': recipientById,
}
