import { deepEqual } from '../../../runtime/deep-equal.js'
import type { Scenario } from '../../engine/context.js'
import { ifPossible, Inconclusive, NotApplicable, unmet } from '../../engine/outcome.js'
import type { Exchange } from '../../model/exchange.js'
import { isSuccess, isTurnedDown, objectBody, outcomeOf } from '../reading.js'
import { isAccount } from '../spec-values.js'
import { askQuote, quoteSubject } from '../subjects/quote.js'
import { fiatRecipient, sampleIbans } from '../subjects/recipient.js'
import { expectFiatId, expectWalletId } from './recipient-ids.js'

const accountOf = (exchange: Exchange): unknown => objectBody(exchange)['recipient_account']

const recipientPrecedence: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  if (!('recipient_account_id' in subject.query)) {
    throw new NotApplicable('no quote could be had with a recipient_account_id')
  }
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
