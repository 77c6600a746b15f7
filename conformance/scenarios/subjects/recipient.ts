import type { ScenarioContext } from '../../engine/context.js'
import { Skip } from '../../engine/outcome.js'
import type { Hint } from '../../engine/sample.js'
import { idIn, isSuccess, outcomeOf } from '../reading.js'

// Published examples of valid bank and wallet identifiers; nobody's accounts.
export const sampleIbans = ['DE89370400440532013000', 'FR1420041010050500013M02606'] as const

const freshWallet = (context: ScenarioContext): string =>
  `0x${context.session.uuid().replaceAll('-', '').padStart(40, '0')}`

const currencyPlace = (place: readonly string[]): boolean => place.at(-2)?.endsWith('currency') === true

/** What a bank account of a customer looks like, wherever the served document wants to have it. */
export const recipientHint =
  (customerId: string, iban: string): Hint =>
  (place) => {
    const name = place.at(-1) ?? ''
    if (name === 'customer_id') return customerId
    if (name === 'iban') return iban
    if (name === 'code') return currencyPlace(place) ? 'EUR' : 'DE'
    if (name === 'currency' && place.length === 1) return undefined
    if (name === 'is_third_party') return false
    return { city: 'Berlin', postal_code: '10115', street: 'Sample Street 1', state: 'BE' }[name]
  }

const register = async (
  context: ScenarioContext,
  customerId: string,
  iban: string,
  version: string,
): Promise<string> => {
  const operation = context.operation('post', '/addresses/fiat')
  const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const body = context.sample(schema ?? true, recipientHint(customerId, iban), ['SEPA', 'Fiat', 'Individual'])
  const header = [version]
  const registered = await context.call(operation, { body, version: header })
  const id = idIn(registered)
  if (!isSuccess(registered) || id === undefined) {
    throw new Skip(`no bank account could be registered: ${outcomeOf(registered)}`)
  }
  const verify = context.find('put', '/sandbox/fiat-verification/{}')
  if (verify) await context.call(verify, { path: [id], body: 'Registered', version: header })
  return id
}

/** The id of a registered bank account of a customer; the user's own where one was given. */
export function fiatRecipient(
  context: ScenarioContext,
  customerId: string,
  version: string,
  iban: string = sampleIbans[0],
): Promise<string> {
  const { recipientAccountId } = context.session.plan.subjects
  if (recipientAccountId !== undefined && iban === sampleIbans[0]) return Promise.resolve(recipientAccountId)
  return context.session.once(`recipient ${customerId} ${iban}`, () =>
    register(context, customerId, iban, version),
  )
}

/** The id of a registered wallet of a customer. @throws Skip when the service registers none. */
export async function walletRecipient(context: ScenarioContext, customerId: string): Promise<string> {
  const operation = context.operation('post', '/addresses/crypto/attested')
  const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const wallet = freshWallet(context)
  const hint: Hint = (place) => {
    const name = place.at(-1) ?? ''
    return {
      customer_id: customerId,
      address: wallet,
      wallet_address: wallet,
      blockchain: 'Ethereum',
    }[name]
  }
  const registered = await context.call(operation, { body: context.sample(schema ?? true, hint) })
  const id = idIn(registered)
  if (isSuccess(registered) && id !== undefined) return id
  throw new Skip(`no wallet could be registered: ${outcomeOf(registered)}`)
}
