import type { Scenario } from '../../engine/context.js'
import { NotApplicable } from '../../engine/outcome.js'
import { dig, isObject, objectBody } from '../reading.js'
import { expectMember } from './enumerations.js'
import type { EnumerationName } from '../spec-table.js'
import { type Check, isAmount, isText } from '../spec-values.js'
import { quoteSubject } from '../subjects/quote.js'

const amounts = ['total_fee', 'iron_fee', 'partner_fee', 'transaction_fee', 'banking_fee', 'network_fee']

interface FeeList {
  readonly members: Readonly<Record<string, Check>>
  readonly enumerated: Readonly<Record<string, EnumerationName>>
  /** The item is an amount itself. */
  readonly isAmount?: true
}

const lists: Readonly<Record<string, FeeList>> = {
  network_fees: { members: {}, enumerated: { type: 'DeprecatedNetworkFee' }, isAmount: true },
  network_fees_with_settlement: {
    members: { fee_amount: isAmount },
    enumerated: { fee_type: 'NetworkFeeType', settlement: 'FeeSettlement' },
  },
  partner_fees: {
    members: { label: isText, fee: isAmount, settlement: isText },
    enumerated: { settlement: 'FeeSettlement' },
  },
}

/** Resources, Fee: required amounts and lists, and in each list members of its own enumerations. */
const fee: Scenario = async (context) => {
  const { exchange } = await quoteSubject(context)
  const came = objectBody(exchange)['fee']
  if (!isObject(came)) throw new NotApplicable('the quote has no fee; see quote/fields')
  for (const name of amounts) {
    context.expect(isAmount(came[name]), `fee.${name} is required to be an amount`, exchange, `/fee/${name}`)
  }
  for (const [name, list] of Object.entries(lists)) {
    const items: unknown = came[name]
    context.expect(Array.isArray(items), `fee.${name} is required to be an array`, exchange, `/fee/${name}`)
    for (const [index, item] of Array.isArray(items) ? items.entries() : []) {
      const pointer = `/fee/${name}/${index}`
      const isWhole = list.isAmount !== true || isAmount(item)
      context.expect(isWhole, `an item of fee.${name} is required to be an amount`, exchange, pointer)
      for (const [member, isRight] of Object.entries(list.members)) {
        const message = `${member} in fee.${name} is required, of the type in its table`
        context.expect(isRight(dig(item, member)), message, exchange, `${pointer}/${member}`)
      }
      for (const [member, enumeration] of Object.entries(list.enumerated)) {
        expectMember(context, exchange, enumeration, ['fee', name, member], dig(item, member))
      }
    }
  }
}

/** The fee of a quote. */
export const quoteFeeScenarios: Readonly<Record<string, Scenario>> = { 'quote/fee': fee }
