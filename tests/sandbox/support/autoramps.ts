import { ACH, bankAccount, given, offramp, onramp, wallet } from './actors.js'
import { text } from './look.js'
import type { Sandbox } from './sandbox.js'

let made = 0

/** A number that no other record has. */
const fresh = (): string => String((made += 1)).padStart(8, '0')

const fromQuote = async ({ send }: Sandbox, query: Record<string, string>): Promise<string> => {
  const signed = await send('GET', '/autoramps/quote', { query: given(query) })
  return text(await send('POST', '/autoramps', { body: signed.body }), 'id')
}

/** An autoramp from EUR to USDC on Solana, made from a quote. */
export const onrampOf = async (
  sandbox: Sandbox,
  customerId: string,
  change: Record<string, string> = {},
): Promise<string> => {
  const recipient = await wallet(sandbox, customerId, 'Solana', `wallet-${fresh()}`)
  return fromQuote(sandbox, { ...onramp(customerId, recipient), ...change })
}

/** An autoramp from USDC on Solana to dollars by ACH, made from a quote. */
export const offrampOf = async (
  sandbox: Sandbox,
  customerId: string,
  change: Record<string, string> = {},
): Promise<string> => {
  const identifier = { ...ACH, account_number: fresh() }
  const bank = await bankAccount(sandbox, customerId, { identifier, code: 'USD' })
  return fromQuote(sandbox, { ...offramp(customerId, bank), destination_currency_code: 'USD', ...change })
}
