import type { Scenario } from '../../../conformance/rules/context.js'
import { NotApplicable, unmet } from '../../../conformance/model/outcome.js'
import { type Hint, walk } from '../../../document/index.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { refusesVersion } from '../../../conformance/exchange/version-error.js'
import { idIn, isSuccess, objectBody, outcomeOf } from '../../../conformance/exchange/reading.js'
import { coins } from '../subjects/currencies.js'
import { furtherQuoteScenarios } from './further-quotes.js'
import { cancelAutoramp, createAutoramp, autorampReads, readUnder } from '../subjects/autoramp.js'
import { quoteSubject } from '../subjects/quote.js'

const readable: Scenario = async (context) => {
  for (const { reads } of await autorampReads(context)) {
    for (const [version, exchange] of reads) {
      const under = version === '' ? 'without a version' : `under ${version}`
      const message = `the autoramp just created is due ${under}, ${exchange.response.status} came`
      // That a version is refused is a finding of versioning/supported alone.
      context.expect(isSuccess(exchange) || refusesVersion(exchange), message, exchange)
    }
  }
}

const sameAutoramp: Scenario = async (context) => {
  let judged = 0
  let refused: Exchange | undefined
  for (const { id, customerId, reads } of await autorampReads(context)) {
    for (const exchange of reads.values()) {
      if (!isSuccess(exchange)) {
        refused ??= exchange
        continue
      }
      const owner = objectBody(exchange)['customer_id']
      const isOwned = typeof owner !== 'string' || owner.toLowerCase() === customerId.toLowerCase()
      const stranger = 'the customer_id of an autoramp is not that of its quote'
      context.expect(isOwned, stranger, exchange, '/customer_id')
      const isIt = walk(jsonBody(exchange.response)).some(([, value]) => String(value) === id)
      const isNamed = idIn(exchange, 'autoramp') !== undefined
      if (isNamed || typeof owner === 'string') judged++
      context.expect(isIt || !isNamed, 'reading an autoramp by its id answers another one', exchange)
    }
  }
  if (judged === 0 && refused) throw unmet(`no autoramp is read: ${outcomeOf(refused)}`, refused)
  if (judged === 0) throw new NotApplicable('an autoramp that is read names neither its id nor its customer')
}

const unknown: Scenario = async (context) => {
  const exchange = await readUnder(context, context.session.uuid(), context.version)
  const message = 'an id that no autoramp has is read with success'
  context.expect(!isSuccess(exchange), message, exchange)
}

const railsOf = (exchange: Exchange): unknown =>
  walk(jsonBody(exchange.response)).find(([pointer]) => pointer.endsWith('/deposit_rails'))?.[1]

const depositRails: Scenario = async (context) => {
  const reads = (await autorampReads(context)).flatMap((one) => Array.from(one.reads.values()))
  const judged = reads
    .map((exchange) => ({ exchange, rails: railsOf(exchange) }))
    .filter(({ rails }) => rails !== undefined && rails !== null)
  if (judged.length === 0) throw new NotApplicable('no autoramp here has deposit_rails')
  for (const { exchange, rails } of judged) {
    const message = 'deposit_rails of an autoramp is no array'
    context.expect(Array.isArray(rails), message, exchange, '/deposit_rails')
  }
}

const noteFurther: Scenario = async (context) => {
  const operation = context.operation('post', '/autoramps/{}/quotes')
  const id = await createAutoramp(context, await quoteSubject(context))
  const coin = (await coins(context)).find(({ token }) => token !== 'USDC')
  const hint: Hint = (path) => {
    const name = path.at(-1) ?? ''
    return { token: coin?.token, blockchain: coin?.chain, autoramp_id: id }[name]
  }
  const body = context.sampleBody(operation, hint, ['Crypto'])
  const { response } = await context.call(operation, { path: [id], body })
  context.note(`served: ${response.status} for a further quote in a currency that was not named`)
  await cancelAutoramp(context, id)
}

/** Autoramps: reading them, and their rails. */
export const autorampScenarios: Readonly<Record<string, Scenario>> = {
  'autoramp/read': readable,
  'autoramp/same': sameAutoramp,
  'autoramp/unknown-id': unknown,
  'autoramp/deposit-rails': depositRails,
  'autoramp/further-quotes': noteFurther,
  ...furtherQuoteScenarios,
}
