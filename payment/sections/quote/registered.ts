import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { NotApplicable, unmet } from '../../../conformance/model/outcome.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { idIn, isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import { walk } from '../../../document/index.js'
import { createCustomer } from '../../fixtures/customer.js'
import { askQuote, type QuoteSubject, quoteSubject } from '../../fixtures/quote.js'
import { addressId, fiatRecipient, freshIban, recipientHint } from '../../fixtures/recipient.js'

/** `quote/registered-recipient`: ids that nobody has: a service that serves them pays an address that is registered to nobody. */
export const registeredRecipient: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  for (const name of ['recipient_account_id', 'customer_id']) {
    const exchange = await askQuote(context, subject, { [name]: context.session.uuid() })
    const message = `a quote is served for a ${name} that nobody has`
    context.expect(!isSuccess(exchange), message, exchange)
  }
}

/** The account of another customer of the same partner, which is registered to that one. */
const foreignAccount = async (context: ScenarioContext): Promise<string> => {
  const other = await createCustomer(context, context.version)
  return fiatRecipient(context, other.id, context.version, freshIban(context))
}

/** True where an address shows its registration as pending. */
const isPending = (exchange: Exchange): boolean =>
  walk(jsonBody(exchange.response)).some(
    ([pointer, value]) => /(status|state)$/i.test(pointer) && /pending/i.test(String(value)),
  )

/** The account of the quote's own customer that the service shows as not registered yet. */
const pendingAccount = async (
  context: ScenarioContext,
  { customerId }: QuoteSubject,
): Promise<string | undefined> => {
  const operation = context.operation('post', '/addresses/fiat')
  const hint = recipientHint(customerId, freshIban(context))
  const body = context.sampleBody(operation, hint, ['SEPA', 'Fiat', 'Individual'])
  const exchange = await context.call(operation, { body })
  if (!isSuccess(exchange))
    throw unmet(`no bank account could be registered: ${outcomeOf(exchange)}`, exchange)
  return isPending(exchange) ? idIn(exchange, addressId) : undefined
}

/** `quote/own-recipient`. */
export const ownRecipient: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  if (!('recipient_account_id' in subject.query)) {
    throw new NotApplicable('no quote could be had with a recipient_account_id')
  }
  const ask = (id: string): Promise<Exchange> => askQuote(context, subject, { recipient_account_id: id })
  const foreign = await ask(await foreignAccount(context))
  const message = 'a quote pays an address that is registered to another customer'
  context.expect(!isSuccess(foreign), message, foreign)
  const pending = await pendingAccount(context, subject)
  if (pending === undefined) return
  const early = await ask(pending)
  const stillPending =
    'a quote pays an address whose registration is still pending, as the service says itself'
  context.expect(!isSuccess(early), stillPending, early)
}
