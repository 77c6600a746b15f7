import type { Operation } from '../../runtime/surface.js'
import type { Scenario, ScenarioContext } from '../../conformance/rules/context.js'
import { NotApplicable, unmet } from '../../conformance/model/outcome.js'
import { type Hint, memberAt } from '../../document/index.js'
import { type Exchange, jsonBody } from '../../conformance/exchange/exchange.js'
import { shapesOf } from '../schema/document-shape.js'
import { idIn, isSuccess, outcomeOf } from '../../conformance/exchange/reading.js'
import { createCustomer, customer } from './subjects/customer.js'
import { startIdentification } from './subjects/onboarding.js'
import { askQuote, quoteSubject } from './subjects/quote.js'
import { addressId, freshIban, recipientHint } from './subjects/recipient.js'

/** Something whose status a control sets. */
interface Controlled {
  readonly control: Operation
  /** Reads it; undefined where the document has no operation for that. */
  readonly reading: Operation | undefined
  readonly id: string
  readonly made: Exchange
  readonly what: string
}

/** @throws NotApplicable where the document has no such control. */
const controlOf = (context: ScenarioContext, method: 'put' | 'post', template: string): Operation => {
  const control = context.find(method, template)
  if (control) return control
  throw new NotApplicable(`the document has no ${method.toUpperCase()} ${template.replaceAll('{}', '{…}')}`)
}

/** The values that the document lists for the body of a control. */
const listedFor = ({ under }: ScenarioContext, { requestBody }: Operation): readonly unknown[] => {
  const { schemas } = under.surface
  const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => shapesOf(schema, schemas))
  return [...new Set(bodies.flatMap(({ values = new Set() }) => Array.from(values)))]
}

const memberOf = ({ response }: Exchange, name: string): unknown => memberAt(jsonBody(response), name)

/** After these nothing may follow, so that they come last. */
const final = /reject|cancel|fail|archiv/i

const inOrder = (values: readonly unknown[]): readonly unknown[] => [
  ...values.filter((value) => !final.test(String(value))),
  ...values.filter((value) => final.test(String(value))),
]

/** A status that was set is shown by the answer or by what is read next, unless it went on to a further one. */
const setStatus = async (
  context: ScenarioContext,
  { control, reading, id, what }: Controlled,
  value: unknown,
  before: unknown,
): Promise<unknown> => {
  const answer = await context.call(control, { path: [id], body: value })
  if (!isSuccess(answer)) {
    context.note(`served: ${outcomeOf(answer)} when ${what} was to be ${String(value)}`)
    return undefined
  }
  const read = reading && (await context.call(reading, { path: [id] }))
  const shown = [answer, read].flatMap((one) => (one && isSuccess(one) ? [memberOf(one, 'status')] : []))
  const isIgnored = before !== value && shown.length > 0 && shown.every((status) => status === before)
  const message = `${what} was set to ${String(value)} and answered with ${answer.response.status}; it is still ${String(before)}`
  context.expect(!isIgnored, message, read ?? answer)
  return shown.at(-1) ?? value
}

const setEvery = async (context: ScenarioContext, controlled: Controlled): Promise<void> => {
  const values = inOrder(listedFor(context, controlled.control))
  if (values.length === 0) throw new NotApplicable('the document lists no values for the control')
  let before = memberOf(controlled.made, 'status')
  let done = 0
  for (const value of values) {
    const after = await setStatus(context, controlled, value, before)
    if (after === undefined) continue
    before = after
    done++
  }
  if (done === 0) throw new NotApplicable(`the control takes none of the values for ${controlled.what}`)
}

const autorampOf = async (
  context: ScenarioContext,
): Promise<{ made: Exchange; id: string; customerId: string }> => {
  const subject = await quoteSubject(context)
  const quote = await askQuote(context, subject)
  const body = jsonBody(quote.response)
  const made = await context.call(context.operation('post', '/autoramps'), { body })
  const id = idIn(made, 'autoramp')
  if (!isSuccess(made) || id === undefined)
    throw unmet(`no autoramp could be created: ${outcomeOf(made)}`, made)
  return { made, id, customerId: subject.customerId }
}

const autoramp: Scenario = async (context) => {
  const control = controlOf(context, 'put', '/sandbox/autoramp/{}')
  const reading = context.find('get', '/autoramps/{}')
  const { made, id } = await autorampOf(context)
  await setEvery(context, { control, reading, id, made, what: 'an autoramp' })
}

const bankAccount: Scenario = async (context) => {
  const control = controlOf(context, 'put', '/sandbox/fiat-verification/{}')
  const registering = context.operation('post', '/addresses/fiat')
  const { id: owner } = await customer(context, context.under.version)
  const hint = recipientHint(owner, freshIban(context))
  const body = context.sampleBody(registering, hint, ['SEPA', 'Fiat', 'Individual'])
  const made = await context.call(registering, { body, version: [context.under.version] })
  const id = idIn(made, addressId)
  if (!isSuccess(made) || id === undefined)
    throw unmet(`no bank account could be registered: ${outcomeOf(made)}`, made)
  const reading = context.find('get', '/addresses/fiat/{}')
  await setEvery(context, { control, reading, id, made, what: 'a bank account' })
}

const decisions = { Approved: 'Declined', Declined: 'Approved' } as const

/** The way of an identification after a decision is not shown beyond that: it may take time. */
const decide = async (
  context: ScenarioContext,
  control: Operation,
  [due, contrary]: readonly [due: string, contrary: string],
): Promise<void> => {
  const [version = ''] = context.session.plan.supported
  const { id: owner } = await createCustomer(context, version)
  const id = await startIdentification(context, owner, version)
  if (id === undefined) throw new NotApplicable('the identification that was started names no id')
  const reading = context.find('get', '/identifications/{}')
  const read = async (): Promise<Exchange | undefined> =>
    reading && context.call(reading, { path: [id], version: [version] })
  const before = await read()
  const approved = due === 'Approved'
  const answer = await context.call(control, { path: [id], version: [version], body: { approved } })
  if (!isSuccess(answer)) throw unmet(`no identification could be decided: ${outcomeOf(answer)}`, answer)
  const after = await read()
  const shown = [answer, after].flatMap((one) => (one && isSuccess(one) ? [memberOf(one, 'status')] : []))
  const was = before && memberOf(before, 'status')
  const isIgnored = was !== undefined && shown.every((status) => status === was)
  const message = `an identification is due to be ${due} after the control said so; it is ${shown.join(', then ')}`
  context.expect(!isIgnored && !shown.includes(contrary), message, after ?? answer)
}

const identification: Scenario = async (context) => {
  const control = controlOf(context, 'post', '/sandbox/identification/{}')
  for (const decision of Object.entries(decisions)) await decide(context, control, decision)
}

const expectSame = (context: ScenarioContext, answer: Exchange, name: string, due: unknown): void => {
  const came = memberOf(answer, name)
  const isSame = came === undefined || due === undefined || came === due
  context.expect(isSame, `the simulated transaction is due to have ${name} as asked for`, answer, `/${name}`)
}

const moveTransaction = async (context: ScenarioContext, made: Exchange, state: string): Promise<void> => {
  const move = context.find('put', '/sandbox/transaction/{}/state')
  const id = idIn(made, 'transaction')
  if (!move || id === undefined) return
  const idempotencyKey = context.session.uuid()
  const answer = await context.call(move, { path: [id], body: { state }, idempotencyKey })
  if (isSuccess(answer)) {
    expectSame(context, answer, 'state', state)
    expectSame(context, answer, 'id', memberOf(made, 'id'))
  }
}

const transaction: Scenario = async (context) => {
  const operation = controlOf(context, 'post', '/sandbox/transaction')
  const { id, customerId } = await autorampOf(context)
  const approve = context.find('put', '/sandbox/autoramp/{}')
  if (approve) await context.call(approve, { path: [id], body: 'Approved' })
  const hint: Hint = (path) => ({ autoramp_id: id, amount: '100' })[path.at(-1) ?? '']
  for (const state of ['Completed', 'Failed']) {
    const made = await context.call(operation, { body: context.sampleBody(operation, hint) })
    if (!isSuccess(made)) throw unmet(`no transaction could be simulated: ${outcomeOf(made)}`, made)
    expectSame(context, made, 'autoramp_id', id)
    expectSame(context, made, 'customer_id', customerId)
    await moveTransaction(context, made, state)
  }
}

/** Sandbox simulation endpoints: what a control answers that it did, it has done. */
export const controlScenarios: Readonly<Record<string, Scenario>> = {
  'operations/sandbox-autoramp': autoramp,
  'operations/sandbox-bank-account': bankAccount,
  'operations/sandbox-identification': identification,
  'operations/sandbox-transaction': transaction,
}
