import { judged, notPromised, scenario, section, unobservable } from '../statements/statement.js'
import type { Scenario, ScenarioContext } from '../../conformance/rules/context.js'
import { ifPossible, NotApplicable } from '../../conformance/model/outcome.js'
import { together } from '../../conformance/model/workers.js'
import { type Exchange, jsonBody } from '../../conformance/exchange/exchange.js'
import { memberAt } from '../../document/index.js'
import { idIn, isSuccess } from '../../conformance/exchange/reading.js'
import { createCustomer } from '../fixtures/customer.js'
import { succeeded } from '../fixtures/steps.js'
import { findControl, settableStatus } from '../fixtures/controls.js'
import { findLike } from '../fixtures/routes.js'
import { freshWallet } from '../fixtures/wallets.js'
import {
  askQuote,
  onrampSubject,
  otherPairs,
  pairSubjects,
  type QuoteSubject,
  subjectById,
} from '../fixtures/quote.js'
import {
  addressId,
  fiatRecipient,
  freshIban,
  isPending,
  onAccount,
  readAccount,
  registerAccount,
  setAccount,
  unprovenWallets,
  walletRecipient,
} from '../fixtures/recipient.js'

/** `quote/registered-recipient`: a service that accepts unknown ids pays an unregistered address, in any flow. */
const registeredRecipient: Scenario = async (context) => {
  for (const subject of await pairSubjects(context)) {
    for (const name of ['recipient_account_id', 'customer_id']) {
      const exchange = await askQuote(context, subject, { [name]: context.session.uuid() }, true)
      context.expect(!isSuccess(exchange), `a quote is served for an unknown ${name}`, exchange)
    }
  }
}

const foreignWallet = async (context: ScenarioContext): Promise<void> => {
  const other = await createCustomer(context, context.version)
  const { recipient_account_id: id } = await walletRecipient(context, other.id)
  const pairs = id === undefined ? [] : await otherPairs(context)
  const ask = async (subject: QuoteSubject): Promise<void> => {
    const exchange = await askQuote(context, subject, { recipient_account_id: id })
    const message = 'a quote pays a wallet that is registered to another customer'
    context.expect(!isSuccess(exchange), message, exchange)
  }
  await together(pairs.filter(({ query }) => 'recipient_account_id' in query).map(ask))
}

const deletedAccount = async (context: ScenarioContext, { customerId, ...subject }: QuoteSubject) => {
  const id = await fiatRecipient(context, customerId, context.version, freshIban(context))
  const deleting = onAccount(context, 'delete', [customerId, id])
  if (!deleting) throw new NotApplicable('the document has no operation that deletes a bank account')
  const ask = (isDeleted: boolean): Promise<Exchange> =>
    askQuote(context, { customerId, ...subject }, { recipient_account_id: id }, isDeleted)
  if (!isSuccess(await ask(false))) return
  if (!isSuccess(await context.call(deleting.operation, { path: deleting.path }))) return
  const exchange = await ask(true)
  context.expect(!isSuccess(exchange), 'a quote pays an address that was deleted', exchange)
}

const failedAccount = async (context: ScenarioContext, subject: QuoteSubject): Promise<void> => {
  const { customerId } = subject
  const id = await fiatRecipient(context, customerId, context.version, freshIban(context))
  const control = findControl(context, 'bankAccount')
  const due = control && settableStatus(context, control, 'RegistrationFailed')
  const failed = due && (await setAccount(context, [customerId, id], due, { isGuess: true }))
  if (!failed || !isSuccess(failed)) return
  const exchange = await askQuote(context, subject, { recipient_account_id: id })
  const status = memberAt(await readAccount(context, customerId, id), 'status')
  const isPaid = isSuccess(exchange) && status === due
  context.expect(!isPaid, `a quote pays an address that is ${due}`, exchange)
}

/** A registration that is pending is not yet one of the customer. */
const pendingUnpaid = async (context: ScenarioContext, subject: QuoteSubject): Promise<void> => {
  const registered = await registerAccount(context, { customerId: subject.customerId })
  succeeded(registered, 'no bank account could be registered')
  const pending = isPending(jsonBody(registered.response)) ? idIn(registered, addressId) : undefined
  if (pending === undefined) return
  const early = await askQuote(context, subject, { recipient_account_id: pending })
  // A registration may complete between the two requests, so it must still be pending afterwards.
  if (!isSuccess(early) || !isPending(await readAccount(context, subject.customerId, pending))) return
  context.violate('a quote pays an address whose registration the service still shows as pending', early)
}

const foreignUnpaid = async (context: ScenarioContext, subject: QuoteSubject): Promise<void> => {
  const other = await createCustomer(context, context.version)
  const id = await fiatRecipient(context, other.id, context.version, freshIban(context))
  const foreign = await askQuote(context, subject, { recipient_account_id: id })
  const message = 'a quote pays an address that is registered to another customer'
  context.expect(!isSuccess(foreign), message, foreign)
}

/** `quote/own-recipient`: requests that are refused are repeated for a while, so all of them wait together. */
const ownRecipient: Scenario = async (context) => {
  const subject = await subjectById(context)
  await together([
    foreignUnpaid(context, subject),
    ifPossible(foreignWallet(context)),
    ifPossible(deletedAccount(context, subject)),
    ifPossible(failedAccount(context, subject)),
    pendingUnpaid(context, subject),
  ])
}

const unproven = {
  selfhosted: 'a wallet that the customer holds, without a proof of ownership',
  hosted: 'a wallet at a custodian, without the DID of one',
} as const

/** `quote/verified-wallet`: an invalid proof or DID may be detected after registration, so a quote decides. */
const verifiedWallet: Scenario = async (context) => {
  const all = ['selfhosted', 'hosted'] as const
  const kinds = all.filter((kind) => findLike(context, 'post', `/addresses/crypto/${kind}`))
  if (kinds.length === 0)
    throw new NotApplicable('the document has no operation that registers such a wallet')
  const onramp = await onrampSubject(context)
  for (const kind of kinds) {
    const registered = await unprovenWallets[kind](context, onramp.customerId, await freshWallet(context))
    const id = registered && idIn(registered, addressId)
    if (id === undefined) continue
    const recipient = { recipient_account: undefined, recipient_account_id: id }
    const exchange = await askQuote(context, onramp, recipient)
    context.expect(!isSuccess(exchange), `a quote pays ${unproven[kind]}`, exchange)
  }
}

const registering = { severity: 'warning', needs: ['customer', 'writes'] } as const

/** The section about the service. */
export const serviceSections = [
  section(
    'What the service does',
    `A payment network for stablecoins, as an HTTP and JSON API. Its partners use it to

- register customers, have them sign terms and conditions, and identify them: persons (KYC) and businesses (KYB);
- register the addresses that money goes to and comes from: wallets, held by the customer or by a custodian, and bank accounts;
- create autoramps: standing conversions between fiat and crypto currencies (onramp, offramp, swap), each on a signed quote with a fixed rate and one exact amount;
- receive signed webhooks about customers, identifications, fiat addresses, autoramps and transactions.

There is a sandbox and a production environment. Below, paths are relative to the base URL of the API, which ends in \`/api\`; the documents are served by the same host without that prefix. The operation groups are addresses, autoramps, chronicle collateral, currencies, customers, exchange rates, fee profiles, sandbox, server-sent events, terms and conditions, webhooks.`,
    {
      'quote/registered-recipient': scenario({ needs: ['customer'], run: registeredRecipient })`
        Unknown customers and recipients are refused
        An address is registered to a customer before it is paid: a quote for an unknown id is refused.`,
      'quote/own-recipient': scenario({ ...registering, run: ownRecipient })`
        Recipients belong to the customer
        A quote is refused for an address of another customer, one whose registration is pending or failed, and a deleted one.`,
      'quote/verified-wallet': scenario({ ...registering, run: verifiedWallet })`
        Wallets are verified
        A wallet that the customer holds needs a proof of ownership; a wallet at a custodian needs the DID of the custodian.`,
      groups: judged('documents/shown')`There are eleven groups of operations.`,
      'raw-recipient': notPromised`
        A \`recipient_account\` that is not registered is not used.
        it contradicts the description of \`recipient_account\``,
      'sandbox-paths': unobservable`
        Paths below \`/sandbox\` exist only in the sandbox.
        only a comparison of both environments shows it`,
      'document-host': judged('spec-documents/versions-list', 'spec-documents/dated')`
        The documents are served by the host, without the \`/api\` prefix.`,
    },
  ),
] as const
