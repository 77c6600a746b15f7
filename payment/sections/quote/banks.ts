import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { noneServed } from '../../fixtures/steps.js'
import { isSuccess, isTurnedDown } from '../../../conformance/exchange/reading.js'
import {
  accountNumber,
  brokenBanks,
  type Change,
  registerBank,
  registeredBanks,
} from '../../fixtures/rails.js'

const american = ['ACH', 'Wire', 'RTP', 'FEDNOW']

/** Ends a rule without a bank account, with the reason. */
const expectRegistered = async (context: ScenarioContext, type: string, reason: string): Promise<void> => {
  const plain = await registerBank(context, type)
  throw noneServed(reason, plain && !isSuccess(plain.exchange) ? plain.exchange : undefined)
}

/**
 * `quote/bank-bounds`: if a plain account of a kind is registered, the refusal of a changed one is due to the change.
 */
export const bankBounds: Scenario = async (context) => {
  const kinds = (await registeredBanks(context)).map(({ type }) => type)
  if (!kinds.some((type) => american.includes(type) || type === 'SWIFT'))
    return expectRegistered(context, 'ACH', 'no American bank account is registered')
  const judge = async (type: string, what: string, change: Change): Promise<void> => {
    const tried = await registerBank(context, type, change)
    const isRefused = tried !== undefined && isTurnedDown(tried.exchange)
    context.expect(!isRefused, `${what} is allowed for ${type}; it is refused`, tried?.exchange)
  }
  for (const type of american) {
    if (!kinds.includes(type)) {
      context.note(`served: no ${type} account is registered, so that none is judged`)
      continue
    }
    for (const length of [4, 9, 17]) {
      const value = accountNumber(context, length)
      const what = `an account_number of ${length} digits and capital letters`
      await judge(type, what, { member: 'account_number', value })
    }
  }
  if (kinds.includes('SWIFT')) await judge('SWIFT', 'no intermediary_bic', { member: 'intermediary_bic' })
}

const describe = ({ member, value }: Change): string =>
  value === undefined ? `without ${member}` : `with the ${member} ${value}`

/** True for an account number that is valid in capitals and without separators. */
const isOfForm = ({ member, value = '' }: Change): boolean =>
  member === 'account_number' && /^[\dA-Z]{4,17}$/.test(value.toUpperCase().replaceAll(/[\s-]/g, ''))

/** `quote/bank-refusals`. */
export const bankRefusals: Scenario = async (context) => {
  const tried = await brokenBanks(context)
  if (tried.length === 0) return expectRegistered(context, 'SEPA', 'no bank account is registered')
  for (const { type, change, exchange } of tried) {
    const isTaken = isSuccess(exchange)
    const what = change === undefined ? '' : describe(change)
    // A service may normalize a number before it registers it; another rule checks that no invalid one is returned.
    if (isTaken && change !== undefined && isOfForm(change)) {
      context.note(`served: a ${type} account ${what}, which is brought into form`)
      continue
    }
    context.expect(!isTaken, `a ${type} account ${what} breaks its table; it is registered`, exchange)
  }
}
