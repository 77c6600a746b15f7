import type { Scenario } from '../../../conformance/rules/context.js'
import { noneServed } from '../../fixtures/steps.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { isSuccess } from '../../../conformance/exchange/reading.js'
import { askQuote, type Changes, onrampSubject, sampleBank } from '../../fixtures/quote.js'
import { expectRefusal } from './refusals.js'

const african = ['NGN', 'KES', 'GHS']

const withoutSender: readonly (readonly [Changes, string])[] = [
  [{ sender_bank: undefined }, 'sender_bank is required for an African currency'],
  [
    { sender_account_number: undefined, sender_mobile_number: undefined },
    'one of the sender numbers is required for an African currency',
  ],
]

/**
 * `quote/sender`: only a few currencies are certainly African, and the payment type of a quote is unknown, so only a
 * quote without either number must be refused. A complete one has to be served first.
 */
export const quoteSender: Scenario = async (context) => {
  const onramp = await onrampSubject(context)
  const named: Changes = {
    sender_bank: sampleBank(context),
    sender_account_number: '12345678',
    sender_mobile_number: '+2348012345678',
  }
  let judged = 0
  let refused: Exchange | undefined
  for (const code of african) {
    const whole = {
      ...named,
      source_currency_code: code,
      source_currency_chain: undefined,
      amount_in: '500000',
    }
    const plain = await askQuote(context, onramp, whole)
    if (!isSuccess(plain)) {
      refused ??= plain
      continue
    }
    judged++
    for (const [missing, promise] of withoutSender) {
      const exchange = await askQuote(context, onramp, { ...whole, ...missing })
      expectRefusal(context, exchange, missing, promise)
    }
  }
  if (judged === 0) throw noneServed(`no quote is served for ${african.join(', ')}`, refused)
}
