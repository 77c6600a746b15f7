import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { readUntil } from '../../../conformance/rules/read-until.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { idIn, isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import { ifPossible, Inconclusive, unmet } from '../../../conformance/model/outcome.js'
import { versionHeader } from './customer.js'
import { askQuote, onrampSubject, type QuoteSubject, quoteSubject } from './quote.js'

/** An autoramp of this run: its id, and how it was read under every version before it was cancelled. */
export interface AutorampReads {
  readonly id: string
  readonly customerId: string
  readonly reads: ReadonlyMap<string, Exchange>
}

/**
 * Makes an autoramp of a quote. How is not shown; where the document has the operation, the quote is posted back
 * unchanged. @returns its id; @throws Skip where the service makes none.
 */
export async function createAutoramp(context: ScenarioContext, subject: QuoteSubject): Promise<string> {
  const quote = await askQuote(context, subject)
  const created = await context.call(context.operation('post', '/autoramps'), {
    body: jsonBody(quote.response),
  })
  const id = idIn(created, 'autoramp')
  if (!isSuccess(created)) throw unmet(`no autoramp could be created: ${outcomeOf(created)}`, created)
  if (id === undefined) throw new Inconclusive('the answer to POST /autoramps names no id', created)
  const approve = context.find('put', '/sandbox/autoramp/{}')
  if (approve) await context.call(approve, { path: [id], body: 'Approved' })
  return id
}

/** Cancels an autoramp where the document has that. */
export async function cancelAutoramp(context: ScenarioContext, id: string): Promise<void> {
  const operation = context.find('delete', '/autoramps/{}')
  if (operation) await context.call(operation, { path: [id] })
}

/** Reads an autoramp under a version; the empty text stands for no header. */
export function readUnder(context: ScenarioContext, id: string, version: string): Promise<Exchange> {
  return context.call(context.operation('get', '/autoramps/{}'), {
    path: [id],
    version: versionHeader(version),
  })
}

const isFound = ({ response }: Exchange): boolean => response.status !== 404

const createAndRead = async (context: ScenarioContext, subject: QuoteSubject): Promise<AutorampReads> => {
  context.operation('get', '/autoramps/{}')
  const id = await createAutoramp(context, subject)
  const reads = new Map<string, Exchange>()
  for (const version of [...context.session.versions.keys(), '']) {
    reads.set(version, await readUntil(context, () => readUnder(context, id, version), isFound))
  }
  await cancelAutoramp(context, id)
  return { id, customerId: subject.customerId, reads }
}

/** An autoramp of crypto for euro, made once. @throws Skip where the service makes none. */
const offramp = (context: ScenarioContext): Promise<AutorampReads> =>
  context.once(`autoramp ${context.version}`, async () => createAndRead(context, await quoteSubject(context)))

/** One of fiat for crypto, whose deposits come over the rails of a bank. */
const onramp = (context: ScenarioContext): Promise<AutorampReads> =>
  context.once(`onramp autoramp ${context.version}`, async () =>
    createAndRead(context, await onrampSubject(context)),
  )

/** The id of an autoramp that can be read. @throws Skip where the service makes none. */
export async function autorampId(context: ScenarioContext): Promise<string> {
  return (await offramp(context)).id
}

/** The autoramps of both kinds, as far as the service makes them. @throws Skip where it makes none of the first. */
export async function autorampReads(context: ScenarioContext): Promise<readonly AutorampReads[]> {
  const second = await ifPossible(onramp(context))
  return [await offramp(context), ...(second ? [second] : [])]
}
