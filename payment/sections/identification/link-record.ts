import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, NotApplicable } from '../../../conformance/model/outcome.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { brief } from '../../../reporting/index.js'
import { idIn, isSuccess } from '../../../conformance/exchange/reading.js'
import { walk } from '../../../document/index.js'
import { attempt, bodyOf, hasUrl, identifiable, isPending, plain } from './submission/attempt.js'
import { recipes } from './submission/recipes.js'
import type { CustomerKind } from '../../fixtures/customer.js'
import { decide } from '../../fixtures/onboarding.js'
import { readStatus, succeeded } from '../../fixtures/steps.js'
import { findControl } from '../../fixtures/controls.js'

/** An undecided hosted identification, with the responses to its creation and read. */
interface Opened {
  readonly id: string | undefined
  readonly shown: readonly Exchange[]
}

const read = async (context: ScenarioContext, id: string): Promise<Exchange | undefined> => {
  const operation = context.find('get', '/identifications/{}')
  const exchange = operation && (await context.call(operation, { path: [id] }))
  return exchange && isSuccess(exchange) ? exchange : undefined
}

/** The Link of one kind of customer, shared by the rules of one version. @throws an ending where none can be opened. */
const openedLink = (context: ScenarioContext, holder: CustomerKind = 'Person'): Promise<Opened> =>
  context.given(`open link ${holder}`, async () => {
    const submit = context.operation('post', '/customers/{}/identifications/v2')
    const body = await bodyOf(context, recipes.link)
    const opened = await context.call(submit, { path: [await identifiable(context, holder)], body })
    succeeded(opened, 'no Link could be opened')
    const id = idIn(opened, 'identification')
    const after = id === undefined ? undefined : await read(context, id)
    return { id, shown: after ? [opened, after] : [opened] }
  })

/** A Link that waits for the customer has a URL to resume at. */
export const resumeUrl: Scenario = async (context) => {
  const { exchange } = await attempt(context, plain(recipes.link))
  if (!isPending(exchange) || !hasUrl(exchange)) await expectUrl(context, 'Person')
  await ifPossible(expectUrl(context, 'Business'))
}

const expectUrl = async (context: ScenarioContext, holder: CustomerKind): Promise<void> => {
  const { shown } = await openedLink(context, holder)
  const [, after] = shown
  if (!shown.some(isPending)) throw new NotApplicable('a Link that was just opened is not Pending here')
  if (shown.some(hasUrl)) return
  const unread = 'the response shows no url, and the document has no GET /identifications/{…} that could'
  if (!after) throw new NotApplicable(unread)
  const message = 'a Link is Pending, and no resume url exists on it: neither when opened nor when read'
  context.violate(message, after)
}

const statusesIn = ({ response }: Exchange): readonly unknown[] =>
  walk(jsonBody(response)).flatMap(([at, value]) => (/\/status$/i.test(at) ? [value] : []))

/** Declines and archives an identification, so that observers see further statuses. */
export const decided: Scenario = async (context) => {
  const archive = context.find('put', '/identifications/{}/archive')
  if (!archive && !findControl(context, 'identification'))
    throw new NotApplicable('the document has no operation that decides an identification')
  const { id } = await openedLink(context)
  if (id === undefined) throw new NotApplicable('the identification that was opened names no id')
  const declined = await decide(context, id, false)
  const reading = context.find('get', '/identifications/{}')
  const isDeclined = (status: unknown): boolean => status === 'Declined'
  const exchanges = [declined, declined && (await readStatus(context, reading, { path: [id] }, isDeclined))]
  if (archive) exchanges.push(await context.call(archive, { path: [id] }))
  exchanges.push(await read(context, id))
  const served = exchanges.flatMap((one) => (one ? statusesIn(one) : []))
  const statuses = new Set(served.map((one) => brief(one, 40)))
  if (statuses.size > 0) context.note(`served: ${[...statuses].join(', ')}`)
}
