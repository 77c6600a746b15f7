import type { Exchange } from '../../conformance/exchange/exchange.js'
import { readUntil, type Scenario, type ScenarioContext } from '../../conformance/rules/context.js'
import { ifPossible, NotApplicable } from '../../conformance/model/outcome.js'
import { isSuccess, isTurnedDown, outcomeOf, refusesVersion } from '../../conformance/exchange/reading.js'
import {
  createCustomer,
  type Customer,
  customerBody,
  type CustomerKind,
  stateIn,
  underOf,
} from '../fixtures/customer.js'
import { onboardedCustomer, outstandingItems, readSignings, signEverything } from '../fixtures/onboarding.js'
import { type Steps, succeeded, wherePossible } from '../fixtures/steps.js'
import { controlOf } from '../fixtures/controls.js'
import { hasChange } from '../../versions/index.js'
import { accepted, bodyOf } from './identification/submission/attempt.js'
import { type Recipe, recipes } from './identification/submission/recipes.js'
import { resumeUrl } from './identification/link-record.js'
import { create, customersPinned, expectState, firstState, type Fresh } from './onboarding-order.js'
import { definition, judged, notPromised, open, scenario, section } from '../statements/statement.js'

const judgeKind = (context: ScenarioContext, fresh: Fresh, version: string, due: string): void => {
  const { customer, initial } = fresh
  const message = `a customer created ${underOf(version)} starts in ${initial.state}; expected ${due}`
  context.expect(initial.state === due, message, customer.created, initial.pointer)
}

const judgeOrder = async (context: ScenarioContext, version: string, due: string): Promise<void> => {
  judgeKind(context, await create(context, version), version, due)
  const business = await ifPossible(create(context, version, 'Business'))
  if (business) judgeKind(context, business, version, due)
}

const createWithEmptyHeader = async (context: ScenarioContext, kind: CustomerKind): Promise<void> => {
  const operation = context.operation('post', '/customers')
  const created = await context.call(operation, { body: customerBody(context, kind), version: [''] })
  const due = 'IdentificationRequired'
  const message = `a customer created with an empty version header`
  expectState(context, created, due, (came) => `${message} starts in ${came}; expected ${due}`)
}

const onboardingDefault: Scenario = async (context) => {
  await judgeOrder(context, '', 'IdentificationRequired')
  for (const kind of ['Person', 'Business'] as const) await createWithEmptyHeader(context, kind)
}

/**
 * `customers/terms-first`: data that was accepted from a customer who had signed is sent for one with outstanding
 * terms. A Link opens a flow that may begin with the terms, so it proves nothing.
 */
const termsFirst: Scenario = async (context) => {
  await expectTermsFirst(context, recipes.person)
  for (const recipe of [recipes.business, recipes.token]) await ifPossible(expectTermsFirst(context, recipe))
}

const expectTermsFirst = async (context: ScenarioContext, recipe: Recipe): Promise<void> => {
  const { exchange: model } = await accepted(context, recipe)
  const { kind } = recipe
  const customer = await createCustomer(context, context.version, kind === 'Business' ? kind : 'Person')
  if (outstandingItems(await readSignings(context, customer)).length === 0)
    throw new NotApplicable('nothing is outstanding for a fresh customer')
  const operation = context.operation('post', '/customers/{}/identifications/v2')
  const body: unknown = JSON.parse(model.request.body ?? 'null')
  const exchange = await context.call(operation, { path: [customer.id], body })
  const message = `data of a ${kind} is accepted from a customer whose terms are not signed yet`
  context.expect(!isSuccess(exchange), message, exchange)
}

const signer: Steps<[kind?: CustomerKind], Customer> = async (context, kind) => {
  const onboarded = kind && (await ifPossible(onboardedCustomer(context, context.version, kind)))
  const customer = onboarded ?? (await createCustomer(context, context.version, kind))
  await signEverything(context, customer)
  return customer
}

/** Customers who signed: onboarded ones of both kinds, and one who is not identified yet. */
const signers = async (context: ScenarioContext): Promise<readonly Customer[]> => [
  await signer(context, 'Person'),
  ...(await wherePossible(['Business', undefined] as const, (kind) => signer(context, kind))),
]

/** `customers/new-terms`: the customers sign again afterwards, so that other rules find shared ones unchanged. */
const newTerms: Scenario = async (context) => {
  const operation = controlOf(context, 'terms')
  const customers = await signers(context)
  const body = operation.requestBody && context.sampleBody(operation)
  const published = await context.call(operation, body === undefined ? {} : { body })
  succeeded(published, 'no terms could be published')
  for (const customer of customers) await expectToSignAgain(context, customer)
}

const expectToSignAgain = async (context: ScenarioContext, customer: Customer): Promise<void> => {
  const owes = (one: Exchange): boolean => outstandingItems(one).length > 0
  const due = await readUntil(context, () => readSignings(context, customer), owes)
  const again = `new terms were published: a customer who had signed must sign again, got ${outcomeOf(due)}`
  context.expect(owes(due), again, due)
  const reading = context.find('get', '/customers/{}')
  const first = 'SigningsRequired'
  if (reading) {
    const call = () => context.call(reading, { path: [customer.id] })
    const read = await readUntil(context, call, (one) => stateIn(context, one)?.state === first)
    const message = `new terms were published: a customer must be in ${first}`
    expectState(context, read, first, (came) => `${message}; it is in ${came}`, customer.created)
  }
  await ifPossible(signEverything(context, customer))
}

export const readAcross: Scenario = async (context) => {
  const operation = context.operation('get', '/customers/{}')
  const { id } = await context.given('created', () => createCustomer(context, context.version))
  const own = await readUntil(context, () => context.call(operation, { path: [id] }), isSuccess)
  succeeded(own, 'the customer just created is not served')
  const others = context.session.plan.supported.filter((version) => version !== context.version)
  if (others.length === 0) throw new NotApplicable('there is no other version to read it under')
  for (const version of others) {
    const exchange = await context.call(operation, { path: [id], version: [version] })
    const message = `a customer created under ${context.version} must be found under ${version}, got ${exchange.response.status}`
    context.expect(isSuccess(exchange) || refusesVersion(exchange), message, exchange)
  }
}

/** A submission that is refused before the terms are signed must not be accepted after, in the original order. */
const expectIdentifiedFirst = async (context: ScenarioContext): Promise<void> => {
  const customer = await createCustomer(context, context.version)
  if (outstandingItems(await readSignings(context, customer)).length === 0) return
  const operation = context.operation('post', '/customers/{}/identifications/v2')
  const call = { path: [customer.id], body: await bodyOf(context, recipes.person) }
  const before = await context.call(operation, call)
  if (!isTurnedDown(before)) return
  await signEverything(context, customer)
  const isTaken = isSuccess(await context.call(operation, call))
  const message = `a customer created ${underOf(context.version)} is identified before it signs terms; its data is refused until it signs`
  context.expect(!isTaken, message, before)
}

const onboardingOrder: Scenario = async (context) => {
  await judgeOrder(context, context.version, firstState(context.version))
  if (!hasChange(context.version, 'signings-first')) await ifPossible(expectIdentifiedFirst(context))
}

const needs = ['writes'] as const
const since = { versions: { from: 'signings-first' }, needs } as const

/** States and transitions. */
export const stateSections = [
  section(
    'States, customer onboarding',
    'A customer is onboarded by signing terms and by being identified. Which of the two comes first is decided when the customer is created: SigningsRequired is the first state where terms come first, IdentificationRequired where they do not.',
    {
      'customers/onboarding-order': scenario({ needs, run: onboardingOrder })`
        The version decides the first state
        A customer created from 2026-08-01 on starts in SigningsRequired, an earlier one in IdentificationRequired.
        - Data of an earlier customer is accepted before it signs.`,
      'customers/onboarding-default': scenario({ versions: 'service', needs, run: onboardingDefault })`
        No version keeps the original order
        A customer created without a version starts in IdentificationRequired.
        - An empty version counts as none.`,
      'customers/pinned': scenario({ needs, run: customersPinned })`
        The order is pinned
        The onboarding order is kept for the lifetime of the customer, whatever header is sent later.
        no customer is read that names its onboarding state`,
      'customers/terms-first': scenario({
        ...since,
        severity: 'warning',
        also: ['required-signings/before-identification'],
        run: termsFirst,
      })`
        Terms are signed before data is collected
        Where terms come first, they are signed before data for an identification is collected.`,
      'customers/new-terms': scenario({ ...since, needs: ['writes', 'sandbox'], run: newTerms })`
        New terms are signed again
        New terms send customers who were created from 2026-08-01 on back to SigningsRequired, where a control of the sandbox publishes them.`,
      'customers/next-states': open()`
        States after the first
        Transitions between other customer states.
        not shown in the specification`,
    },
  ),
  section('States, identification', 'An identification has one of the statuses of the enumeration.', {
    meanings: definition`
      Each status has a meaning.
      - Pending: it was not begun, or a business must hand in something that is missing.
      - Processed: everything was handed in.
      - PendingReview: compliance can review it.
      - Approved and Declined: it was decided.
      - Expired: it was never completed.
      - Archived: it is not active any more.
      the meaning follows from no request`,
    'identification/resume-url': scenario({ needs, run: resumeUrl })`
      A pending Link can be resumed
      While an identification is Pending because the customer has not started, a resume url exists on it.`,
    'resume-business': notPromised`
      A resume url exists on a business submission that waits on missing items.
      which submissions wait, and which are refused, is not shown`,
    transitions: notPromised`
      Transitions of identifications.
      not shown in the specification`,
  }),
  section('States, fiat rails', 'A rail is a way of paying fiat in or out, such as a bank transfer.', {
    status: judged('abilities/rail-status')`A rail is Active, Pending, Unavailable, Blocked or Maintenance.`,
    transitions: notPromised`
      Transitions of rails.
      not shown in the specification`,
  }),
  section('States, other statuses', '', {
    registered: notPromised`
      A fiat address can reach Registered.
      when it does is not shown`,
    unshown: notPromised`
      Statuses of transactions and autoramps.
      not shown in the specification`,
  }),
] as const
