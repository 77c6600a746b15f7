import type { Operation } from '../../../runtime/surface.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, Inconclusive, unmet } from '../../../conformance/model/outcome.js'
import type { Hint } from '../../../document/index.js'
import type { ParameterValue } from '../../../conformance/rules/serialize.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { idIn, isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'

// Published examples of valid bank and wallet identifiers; nobody's accounts.
export const sampleIbans = ['DE89370400440532013000', 'FR1420041010050500013M02606'] as const

/** A bank account that this run did not use before: the check digits are right for every account number. */
export function freshIban(context: ScenarioContext): string {
  const account = `37040044${String(Number.parseInt(context.session.uuid().slice(-8), 16)).padStart(10, '0')}`
  const check = 98n - (BigInt(`${account}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${account}`
}

/** The parameters of a quote that name the recipient. */
export type Recipient = Readonly<Record<string, ParameterValue>>

/** Pattern for the names that an address goes by, for `idIn`. */
export const addressId = '(fiat|crypto|bank|wallet|recipient)?[-_]?(address|account|wallet)'

/** An address on Ethereum that this run did not use before. */
export function freshWallet(context: ScenarioContext): string {
  return `0x${context.session.uuid().replaceAll('-', '').padStart(40, '0')}`
}

const isOfCurrency = (path: readonly string[]): boolean => path.at(-2)?.endsWith('currency') === true

/** Values of a customer's bank account, wherever the served document wants them. */
export function recipientHint(customerId: string, iban: string, isThirdParty = false): Hint {
  return (path, { type }) => {
    const name = path.at(-1) ?? ''
    if (name === 'customer_id') return customerId
    if (name === 'iban') return iban
    if (name === 'code' && type !== 'integer') return isOfCurrency(path) ? 'EUR' : 'DE'
    if (name === 'is_third_party') return isThirdParty
    return { city: 'Berlin', postal_code: '10115', street: 'Sample Street 1', state: 'BE' }[name]
  }
}

const register = async (
  context: ScenarioContext,
  customerId: string,
  iban: string,
  version: string,
  isThirdParty: boolean,
): Promise<string> => {
  const operation = context.operation('post', '/addresses/fiat')
  const hint = recipientHint(customerId, iban, isThirdParty)
  const body = context.sampleBody(operation, hint, ['SEPA', 'Fiat', 'Individual'])
  const header = [version]
  const registered = await context.call(operation, { body, version: header })
  const id = idIn(registered, addressId)
  if (!isSuccess(registered))
    throw unmet(`no bank account could be registered: ${outcomeOf(registered)}`, registered)
  if (id === undefined) throw new Inconclusive('the answer to POST /addresses/fiat names no id', registered)
  const verify = context.find('put', '/sandbox/fiat-verification/{}')
  if (verify) await context.call(verify, { path: [id], body: 'Registered', version: header })
  return id
}

/** The id of a registered bank account of a customer. @throws an ending when the service registers none. */
export function fiatRecipient(
  context: ScenarioContext,
  customerId: string,
  version: string,
  iban: string,
  isThirdParty = false,
): Promise<string> {
  return context.once(`recipient ${customerId} ${iban} ${version}`, () =>
    register(context, customerId, iban, version, isThirdParty),
  )
}

/**
 * Ways to name a recipient of euros, the best first: the user's own or a registered account, an account number as it
 * is, and none at all. Which of the last two a service serves is open; they only lead to a quote to look at.
 */
export async function euroRecipients(
  context: ScenarioContext,
  customerId: string,
  version: string,
): Promise<readonly Recipient[]> {
  const given = context.session.plan.subjects.recipientAccountId
  const registered = given ?? (await ifPossible(fiatRecipient(context, customerId, version, sampleIbans[0])))
  return [
    ...(registered === undefined ? [] : [{ recipient_account_id: registered }]),
    { recipient_account: sampleIbans[0] },
    {},
  ]
}

/** Body that registers a wallet of a customer, as the document of the operation wants it. */
export function walletBody(
  context: ScenarioContext,
  operation: Operation,
  customerId: string,
  wallet: string,
): unknown {
  const hint: Hint = (path) => {
    const values: Readonly<Record<string, string>> = {
      customer_id: customerId,
      address: wallet,
      wallet_address: wallet,
      blockchain: 'Ethereum',
    }
    return values[path.at(-1) ?? '']
  }
  return context.sampleBody(operation, hint)
}

/** Registers a wallet of a customer. @returns the answer, or undefined where the service registers none */
export async function registerWallet(
  context: ScenarioContext,
  customerId: string,
  wallet: string,
): Promise<Exchange | undefined> {
  const operation = context.find('post', '/addresses/crypto/attested')
  if (!operation) return undefined
  const registered = await context.call(operation, {
    body: walletBody(context, operation, customerId, wallet),
  })
  return isSuccess(registered) ? registered : undefined
}

/** Names a wallet on Ethereum as the recipient: a registered one, or its address where none can be registered. */
export async function walletRecipient(context: ScenarioContext, customerId: string): Promise<Recipient> {
  const wallet = freshWallet(context)
  const registered = await registerWallet(context, customerId, wallet)
  const id = registered && idIn(registered, addressId)
  return id === undefined ? { recipient_account: wallet } : { recipient_account_id: id }
}
