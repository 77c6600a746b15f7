import type { Scenario, ScenarioContext } from '../engine/context.js'
import { ifPossible, NotApplicable, unmet } from '../engine/outcome.js'
import { readUntil } from '../engine/patience.js'
import type { Hint } from '../engine/sample.js'
import { type Exchange, jsonBody } from '../model/exchange.js'
import { refusesVersion } from '../model/version-error.js'
import { idIn, isSuccess, objectBody, outcomeOf, walk } from './reading.js'
import { coins } from './subjects/currencies.js'
import { versionHeader } from './subjects/customer.js'
import { askQuote, onrampSubject, type QuoteSubject, quoteSubject } from './subjects/quote.js'

/** An autoramp of this run: its id, and how it was read under every version before it was cancelled. */
interface Life {
  readonly id: string
  readonly customerId: string
  readonly reads: ReadonlyMap<string, Exchange>
}

/**
 * Makes an autoramp of a quote. How is not shown; where the document has the operation, the quote is posted back
 * unchanged. @returns its id; @throws Skip where the service makes none.
 */
export const createAutoramp = async (context: ScenarioContext, subject: QuoteSubject): Promise<string> => {
  const quote = await askQuote(context, subject)
  const created = await context.call(context.operation('post', '/autoramps'), {
    body: jsonBody(quote.response),
  })
  const id = idIn(created, 'autoramp')
  if (!isSuccess(created)) throw unmet(`no autoramp could be created: ${outcomeOf(created)}`, created)
  if (id === undefined) throw new NotApplicable('the answer to POST /autoramps names no id')
  const approve = context.find('put', '/sandbox/autoramp/{}')
  if (approve) await context.call(approve, { path: [id], body: 'Approved' })
  return id
}

/** Cancels an autoramp where the document has that. */
export const cancelAutoramp = async (context: ScenarioContext, id: string): Promise<void> => {
  const operation = context.find('delete', '/autoramps/{}')
  if (operation) await context.call(operation, { path: [id] })
}

const readUnder = (context: ScenarioContext, id: string, version: string): Promise<Exchange> =>
  context.call(context.operation('get', '/autoramps/{}'), { path: [id], version: versionHeader(version) })

const isFound = ({ response }: Exchange): boolean => response.status !== 404

const live = async (context: ScenarioContext, subject: QuoteSubject): Promise<Life> => {
  context.operation('get', '/autoramps/{}')
  const id = await createAutoramp(context, subject)
  const reads = new Map<string, Exchange>()
  for (const version of [...context.session.versions.keys(), '']) {
    reads.set(version, await readUntil(() => readUnder(context, id, version), isFound))
  }
  await cancelAutoramp(context, id)
  return { id, customerId: subject.customerId, reads }
}

/** An autoramp of crypto for euro, made once. @throws Skip where the service makes none. */
const offramp = (context: ScenarioContext): Promise<Life> =>
  context.once(`autoramp ${context.version}`, async () => live(context, await quoteSubject(context)))

/** One of fiat for crypto, whose deposits come over the rails of a bank. */
const onramp = (context: ScenarioContext): Promise<Life> =>
  context.once(`onramp autoramp ${context.version}`, async () => live(context, await onrampSubject(context)))

/** The id of an autoramp that can be read. @throws Skip where the service makes none. */
export const autorampId = async (context: ScenarioContext): Promise<string> => (await offramp(context)).id

/** Both, as far as the service makes them. @throws Skip where it makes none of the first. */
const lives = async (context: ScenarioContext): Promise<readonly Life[]> => {
  const second = await ifPossible(onramp(context))
  return [await offramp(context), ...(second ? [second] : [])]
}

const readable: Scenario = async (context) => {
  for (const { reads } of await lives(context)) {
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
  for (const { id, customerId, reads } of await lives(context)) {
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
  const reads = (await lives(context)).flatMap((life) => Array.from(life.reads.values()))
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
  const hint: Hint = (place) => {
    const name = place.at(-1) ?? ''
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
}
