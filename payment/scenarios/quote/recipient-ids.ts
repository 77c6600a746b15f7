import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible } from '../../../conformance/model/outcome.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { memberAt, walk } from '../../../document/index.js'
import { idIn, isSuccess, isTurnedDown } from '../../../conformance/exchange/reading.js'
import {
  askQuote,
  changed,
  onrampCodes,
  onrampQuery,
  onrampSubject,
  type Query,
  type QuoteSubject,
} from '../subjects/quote.js'
import {
  addressId,
  fiatRecipient,
  freshWallet,
  type Recipient,
  registerWallet,
  sampleIbans,
} from '../subjects/recipient.js'

/** True where the service shows an address of a customer as registered: read alone, or among the others. */
const isRegistered = async (context: ScenarioContext, customerId: string, id: string): Promise<boolean> => {
  const [one, all] = [context.find('get', '/addresses/fiat/{}/{}'), context.find('get', '/addresses/fiat/{}')]
  const operation = one ?? all
  const answer = operation && (await context.call(operation, { path: one ? [customerId, id] : [customerId] }))
  return walk(answer && jsonBody(answer.response)).some(
    ([, node]) => memberAt(node, 'id') === id && /^registered$/i.test(String(memberAt(node, 'status'))),
  )
}

/** Says that an id is refused where the same quote to the same address is served. */
const expectServed = async (
  context: ScenarioContext,
  subject: QuoteSubject,
  what: string,
  [byId, byAddress]: readonly [Query, Query],
): Promise<void> => {
  const exchange = await askQuote(context, { ...subject, query: byId })
  if (!isTurnedDown(exchange)) return
  const isPaid = isSuccess(await askQuote(context, { ...subject, query: byAddress }))
  const message = `the id of a ${what} is refused as recipient_account_id, and a quote to the address itself is served`
  context.expect(!isPaid, message, exchange)
}

/** The id of a fiat address names a recipient; judged where the service shows the address as registered. */
export async function expectFiatId(context: ScenarioContext, subject: QuoteSubject): Promise<void> {
  const [iban] = sampleIbans
  const id = await ifPossible(fiatRecipient(context, subject.customerId, context.version, iban))
  if (id === undefined || !(await isRegistered(context, subject.customerId, id))) return
  const byId = changed(subject.query, { recipient_account_id: id, recipient_account: undefined })
  const byAddress = changed(subject.query, { recipient_account_id: undefined, recipient_account: iban })
  await expectServed(context, subject, 'registered fiat address', [byId, byAddress])
}

/** True where a record shows that it cannot be used yet, or not any more. */
const isUnusable = (exchange: Exchange): boolean =>
  walk(jsonBody(exchange.response)).some(
    ([pointer, value]) =>
      (/stat(e|us)$/i.test(pointer) && /pending|unverified|rejected|disabled/i.test(String(value))) ||
      (/verified$/i.test(pointer) && value === false) ||
      (/disabled$/i.test(pointer) && value === true),
  )

/** The id of a crypto address names a recipient; judged unless the service shows the address as not usable. */
export async function expectWalletId(context: ScenarioContext, subject: QuoteSubject): Promise<void> {
  if (await ifPossible(onrampSubject(context))) return
  const wallet = freshWallet(context)
  const registered = await registerWallet(context, subject.customerId, wallet)
  const id = registered && idIn(registered, addressId)
  if (!registered || id === undefined || isUnusable(registered)) return
  const to = (code: (typeof onrampCodes)[number], recipient: Recipient): Query =>
    onrampQuery(subject, code, recipient)
  for (const code of onrampCodes) {
    const ways = [to(code, { recipient_account_id: id }), to(code, { recipient_account: wallet })] as const
    await expectServed(context, subject, 'crypto address', ways)
  }
}
