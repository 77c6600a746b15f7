import type { Operation } from '../../runtime/surface.js'
import type { Scenario, ScenarioContext } from '../../conformance/rules/context.js'
import { ifPossible, NotApplicable, unmet } from '../../conformance/model/outcome.js'
import { memberAt, textOf } from '../../document/index.js'
import { type Exchange, jsonBody } from '../../conformance/exchange/exchange.js'
import { idIn, isSuccess, outcomeOf } from '../../conformance/exchange/reading.js'
import { createCustomer, customer, type CustomerKind } from '../fixtures/customer.js'
import { startedIdentification } from '../fixtures/onboarding.js'
import {
  approveAutoramp,
  postQuote,
  readTransaction,
  simulateTransaction,
  transactionId,
} from '../fixtures/autoramp.js'
import { quoteSubject } from '../fixtures/quote.js'
import { addressId, onAccount, registerAccount } from '../fixtures/recipient.js'
import { readAfterControl, readStatus, statusIn, type Steps, succeeded } from '../fixtures/steps.js'
import { listFilters } from './list-filters.js'
import { listPages } from './lists.js'
import { namedOperationJudge } from '../documents/operations.js'
import { shown, shownStatements } from '../documents/index.js'
import { judged, notPromised, ofDocuments, ofOmissions, scenario, section } from '../statements/statement.js'
import { controlCall, controlOf, controlValues, findControl, settableStatus } from '../fixtures/controls.js'

/** A thing whose status a sandbox control sets. */
interface Controlled {
  readonly control: Operation
  /** The operation that reads it, if the document has one. */
  readonly reading: Operation | undefined
  /** The path values of that operation. */
  readonly path: readonly string[]
  readonly id: string
  readonly made: Exchange
  readonly what: string
}

const memberOf = ({ response }: Exchange, name: string): unknown => memberAt(jsonBody(response), name)

/** The statuses in the responses that succeeded. */
const statusesIn = (...exchanges: readonly (Exchange | undefined)[]): readonly unknown[] =>
  exchanges.flatMap((one) => (one && isSuccess(one) ? [statusIn(one)] : []))

const isFinal = (value: unknown): boolean => /reject|cancel|fail|archiv/i.test(String(value))

/** A thing does not move on from these by itself. */
const isLast = (value: unknown): boolean => /reject|cancel/i.test(String(value))

/** Sets a status, which a later read must show (the response where nothing reads it), unless it has moved on. */
const setStatus: Steps<[Controlled, unknown, unknown], unknown> = async (context, thing, value, before) => {
  const { control, reading, path, id, what } = thing
  const exchange = await context.call(control, controlCall(context, control, id, String(value)))
  if (!isSuccess(exchange)) {
    context.note(`served: ${outcomeOf(exchange)} when ${what} was to be ${String(value)}`)
    return undefined
  }
  const read = await readStatus(context, reading, { path }, (one) => one === value || one !== before)
  const shown = statusesIn(exchange, read)
  const isIgnored = before !== value && shown.length > 0 && shown.at(-1) === before
  const message = `${what} was set to ${String(value)} with status ${exchange.response.status}; it is still ${String(before)}`
  context.expect(!isIgnored, message, read ?? exchange)
  const isOther = isLast(value) && shown.every((one) => one !== value) && isLast(shown.at(-1))
  const other = `${what} was set to ${String(value)}; it is ${String(shown.at(-1))}`
  context.expect(!isOther, other, read ?? exchange)
  return shown.at(-1) ?? value
}

/** Sets every status that the control takes, the final ones of a thing each on a new one. */
const setEvery = async (context: ScenarioContext, make: () => Promise<Controlled>): Promise<void> => {
  let controlled = await make()
  const values = controlValues(context, controlled.control)
  if (values.length === 0) throw new NotApplicable('the document lists no values for the control')
  let before = statusIn(controlled.made)
  let isEnded = false
  let isDone = false
  for (const value of values.toSorted((one, other) => Number(isFinal(one)) - Number(isFinal(other)))) {
    if (isEnded) {
      controlled = await make()
      before = statusIn(controlled.made)
    }
    const after = await setStatus(context, controlled, value, before)
    isEnded = isFinal(value)
    before = after ?? before
    isDone ||= after !== undefined
  }
  if (!isDone) throw new NotApplicable(`the control takes none of the values for ${controlled.what}`)
}

/** The id of a thing to control. Without one there is nothing to judge, which is not a finding of the control. */
const idOf = (made: Exchange, kind: string, failure: string): string => {
  const id = idIn(succeeded(made, failure), kind)
  if (id === undefined) throw unmet(`${failure}: ${outcomeOf(made)}`, made)
  return id
}

const autorampOf: Steps<[], { made: Exchange; id: string; customerId: string }> = async (context) => {
  const subject = await quoteSubject(context)
  const made = await postQuote(context, subject)
  const id = idOf(made, 'autoramp', 'no autoramp could be created')
  return { made, id, customerId: subject.customerId }
}

const sandboxAutoramp: Scenario = async (context) => {
  const control = controlOf(context, 'autoramp')
  const reading = context.find('get', '/autoramps/{}')
  await setEvery(context, async () => {
    const { made, id } = await autorampOf(context)
    return { control, reading, path: [id], id, made, what: 'an autoramp' }
  })
}

const sandboxBankAccount: Scenario = async (context) => {
  const control = controlOf(context, 'bankAccount')
  const { id: customerId } = await customer(context, context.under.version)
  await setEvery(context, async () => {
    const made = await registerAccount(context, { customerId }, { version: [context.under.version] })
    const id = idOf(made, addressId, 'no bank account could be registered')
    const { operation: reading, path = [] } = onAccount(context, 'get', [customerId, id]) ?? {}
    return { control, reading, path, id, made, what: 'a bank account' }
  })
}

const decisions = { Approved: 'Declined', Declined: 'Approved' } as const

/** The specification does not show the states after a decision, which may take time. */
const decide = async (
  context: ScenarioContext,
  control: Operation,
  [due, contrary]: readonly [due: string, contrary: string],
  kind: CustomerKind = 'Person',
): Promise<void> => {
  const [version = ''] = context.session.plan.supported
  const id = await startedIdentification(context, await createCustomer(context, version, kind))
  const reading = context.find('get', '/identifications/{}')
  const options = { path: [id], version: [version] }
  const before = reading && (await context.call(reading, options))
  const was = before && statusIn(before)
  const call = controlCall(context, control, id, due, { approved: due === 'Approved' })
  const exchange = await context.call(control, { ...options, ...call })
  succeeded(exchange, 'no identification could be decided')
  const after = await readStatus(context, reading, options, (status) => status !== was)
  const shown = statusesIn(exchange, after)
  const isIgnored = was !== undefined && shown.every((status) => status === was)
  const message = `an identification must be ${due} after the control set it; it is ${shown.join(', then ')}`
  context.expect(!isIgnored && !shown.includes(contrary), message, after ?? exchange)
}

const sandboxIdentification: Scenario = async (context) => {
  const control = controlOf(context, 'identification')
  for (const decision of Object.entries(decisions)) await decide(context, control, decision)
  for (const decision of Object.entries(decisions))
    await ifPossible(decide(context, control, decision, 'Business'))
}

/** The states that a transaction can be set to. */
const movable = ['Pending', 'Completed', 'Failed']

const expectSame = (context: ScenarioContext, exchange: Exchange, name: string, due: unknown): void => {
  const came = memberOf(exchange, name)
  const isSame = came === undefined || due === undefined || came === due
  const message = `the simulated transaction must have the ${name} asked for`
  context.expect(isSame, message, exchange, `/${name}`)
}

/** Reads a transaction whose state was set. The states that can be read may differ from those that can be set. */
const expectMoved: Steps<[Exchange, id: string, state: string, before?: string]> = async (
  context,
  set,
  id,
  state,
  before,
) => {
  const control = findControl(context, 'transactionState')
  const isOfScale = statusIn(set) === state || (control && controlValues(context, control).includes(before))
  if (before === undefined || before === state || !isOfScale) return
  const shown = await readTransaction(context, id, (status) => status !== before)
  const message = `a transaction was set to ${state} with status ${set.response.status}; it is still ${before}`
  context.expect(shown?.status !== before, message, shown?.exchange)
}

/** Sets the state of a transaction, again and again where it shows late. */
const moveTransaction = async (context: ScenarioContext, made: Exchange, state: string): Promise<void> => {
  const move = findControl(context, 'transactionState')
  const id = idIn(made, transactionId)
  if (!move || id === undefined) return
  const due = settableStatus(context, move, state)
  if (due === undefined) return
  const before = await readTransaction(context, id)
  const call = controlCall(context, move, id, state, { state })
  const set = (): Promise<Exchange> => context.call(move, { ...call, idempotencyKey: context.session.uuid() })
  const isLate = (one: Exchange): boolean => ![undefined, state].includes(textOf(memberOf(one, 'state')))
  const exchange = await readAfterControl(context, set, (one) => !isLate(one))
  if (!isSuccess(exchange)) return
  expectSame(context, exchange, 'id', memberOf(made, 'id'))
  // The states that are shown may be others than those that can be set.
  const came = textOf(memberOf(exchange, 'state'))
  if (came === undefined || movable.includes(came)) expectSame(context, exchange, 'state', state)
  else context.note(`served: a transaction that was set to ${state} is ${came}`)
  await expectMoved(context, exchange, id, due, before?.status)
}

const sandboxTransaction: Scenario = async (context) => {
  controlOf(context, 'transaction')
  const { id, customerId } = await autorampOf(context)
  await approveAutoramp(context, id)
  for (const state of movable.slice(1)) {
    const made = await simulateTransaction(context, id)
    succeeded(made, 'no transaction could be simulated')
    expectSame(context, made, 'autoramp_id', id)
    expectSame(context, made, 'customer_id', customerId)
    await moveTransaction(context, made, state)
  }
}

/** Endpoints: all operations of the documents. */
export const endpointSections = [
  section(
    'Endpoints',
    'The documents of the service describe its operations. The specification describes some of them, in the sections that follow; the others are judged by their documents alone. A request carries X-API-Key unless stated, and may carry X-API-Version.',
    {
      'spec-documents/named-operations': ofDocuments({ judge: namedOperationJudge })`
        Documents have the named operations
        Each document has the operations that the specification describes.`,
      'documents/statements': ofDocuments({ judge: shownStatements })`
        Documents agree with the named fields
        The headers, errors, terms, required signings, abilities, autoramps, submissions, deliveries and messages of a document agree with the specification.`,
      'documents/shown': ofOmissions(shown)`
        Documents show the named fields
        The document shows what the specification names: headers of requests, the key, responses and their fields, values of enumerations, submissions, and messages.`,
      statuses: judged('answers/status', 'answers/undeclared-refusal')`
        Each response has a status that the document of its version declares for the operation, or one of the general errors; a document that shows no refusals of an operation leaves them open.`,
      'media-types': judged('answers/media-type')`
        Each response has a media type that the document of its version declares for its status.`,
      bodies: judged('answers/body', 'answers/format')`
        Each body is valid under the schema of the document of its version.`,
      headers: judged('answers/headers')`
        Each response carries the headers that the document declares as required, and declared headers are valid.`,
      'negative-data': judged('requests/invalid-refused', 'requests/lenient')`
        A request that its document forbids is refused: without a required parameter or header, with one of another type, outside its enumeration, pattern or limits, or with a body of another type.`,
      'positive-data': judged('requests/valid-accepted')`
        The service accepts what the document allows: a default has the effect of an absent value, and limits are those of the document.`,
      'own-methods': judged('answers/undeclared-refusal')`A documented method is served.`,
      'available-after-creation': judged('state/readable', 'state/listed')`
        An operation that reads a resource finds one that was just created.`,
      'read-back': judged('state/updated', 'state/safe-methods')`
        Changed resources read back, and reading changes nothing.`,
      'operations/pages': scenario({ run: listPages })`
        Pages of lists
        A page has at most page_size things; cursor leads to the next page and prev_cursor back, in the order of sort_order.`,
      'operations/filters': scenario({ run: listFilters })`
        Filters of lists
        A list that is asked for by the value of a member, by several values or by a date has the things that match, and no others.`,
      'other-lists': judged('state/paging', 'state/filters')`Pages and filters of all other lists work.`,
      'use-after-delete': judged('state/gone')`Deleted resources can no longer be read.`,
      links: judged('state/links')`
        A link of the document names an operation that exists, and a link of a response leads to a resource.`,
      'version-header': judged('documents/shown', 'documents/statements')`
        Any request may carry X-API-Version.`,
      'key-header': judged('authentication/key-required', 'authentication/scheme')`
        Requests need X-API-Key unless stated.`,
      'other-groups': notPromised`
        Operations of other groups.
        not shown in the specification`,
    },
  ),
] as const

const simulated = { versions: 'service', needs: ['writes'] } as const

/** Endpoints: the sandbox controls. */
export const sandboxSections = [
  section(
    'Endpoints, sandbox simulation',
    'Operations below `/sandbox` simulate what happens by itself in production. They exist only in the sandbox.',
    {
      'operations/sandbox-autoramp': scenario({ ...simulated, run: sandboxAutoramp })`
        An autoramp follows its control
        The control of autoramps sets each status that the document lists for it.`,
      'operations/sandbox-bank-account': scenario({ ...simulated, run: sandboxBankAccount })`
        A bank account follows its control
        The control of bank accounts sets each status that the document lists.`,
      'operations/sandbox-identification': scenario({ ...simulated, run: sandboxIdentification })`
        An identification follows its control
        The control of identifications approves an identification with approved true, and declines it with false.`,
      'operations/sandbox-transaction': scenario({ ...simulated, run: sandboxTransaction })`
        A transaction follows its control
        A simulated transaction is of the autoramp given and of its customer, and gets the state that it is set to.`,
      shapes: notPromised`
        Paths below \`/sandbox\` and their shapes.
        not shown in the specification`,
    },
  ),
] as const
