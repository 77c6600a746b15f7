import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, NotApplicable, unmet } from '../../../conformance/model/outcome.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { idIn, isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import { createCustomer } from '../../fixtures/customer.js'
import { askQuote, onrampSubject, type QuoteSubject, quoteSubject } from '../../fixtures/quote.js'
import {
  addressId,
  fiatRecipient,
  freshIban,
  freshWallet,
  isPending,
  readAccount,
  recipientHint,
  registerWallet,
  walletRecipient,
} from '../../fixtures/recipient.js'

/** `quote/registered-recipient`: a service that accepts unknown ids pays an unregistered address. */
export const registeredRecipient: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  for (const name of ['recipient_account_id', 'customer_id']) {
    const exchange = await askQuote(context, subject, { [name]: context.session.uuid() })
    const message = `a quote is served for a ${name} that nobody has`
    context.expect(!isSuccess(exchange), message, exchange)
  }
}

/** The account of another customer of the same partner. */
const foreignAccount = async (context: ScenarioContext): Promise<string> => {
  const other = await createCustomer(context, context.version)
  return fiatRecipient(context, other.id, context.version, freshIban(context))
}

/** An account of the quote's customer with a pending registration. */
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
  return isPending(jsonBody(exchange.response)) ? idIn(exchange, addressId) : undefined
}

/** A wallet registered for another customer must not be paid. */
const foreignWallet = async (context: ScenarioContext): Promise<void> => {
  const onramp = await ifPossible(onrampSubject(context))
  if (!onramp || !('recipient_account_id' in onramp.query)) return
  const other = await createCustomer(context, context.version)
  const { recipient_account_id: id } = await walletRecipient(context, other.id)
  if (id === undefined) return
  const exchange = await askQuote(context, onramp, { recipient_account_id: id })
  const message = 'a quote pays a wallet that is registered to another customer'
  context.expect(!isSuccess(exchange), message, exchange)
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
  await ifPossible(foreignWallet(context))
  const pending = await pendingAccount(context, subject)
  if (pending === undefined) return
  const early = await ask(pending)
  // A registration may complete between the two requests, so it must still be pending afterwards.
  if (!isSuccess(early) || !isPending(await readAccount(context, subject.customerId, pending))) return
  const stillPending =
    'a quote pays an address whose registration is still pending, as the service says itself'
  context.violate(stillPending, early)
}

const unproven = {
  selfhosted: 'a wallet that the customer holds, without a proof of ownership',
  hosted: 'a wallet at a custodian, without the DID of one',
} as const

/** `quote/verified-wallet`: an invalid proof or DID may be detected after registration, so a quote decides. */
export const verifiedWallet: Scenario = async (context) => {
  const kinds = (['selfhosted', 'hosted'] as const).filter((kind) =>
    context.find('post', `/addresses/crypto/${kind}`),
  )
  if (kinds.length === 0)
    throw new NotApplicable('the document has no operation that registers such a wallet')
  const onramp = await onrampSubject(context)
  for (const kind of kinds) {
    const registered = await registerWallet(context, onramp.customerId, freshWallet(context), kind)
    const id = registered && idIn(registered, addressId)
    if (id === undefined) continue
    const exchange = await askQuote(context, onramp, {
      recipient_account: undefined,
      recipient_account_id: id,
    })
    context.expect(!isSuccess(exchange), `a quote pays ${unproven[kind]}`, exchange)
  }
}
