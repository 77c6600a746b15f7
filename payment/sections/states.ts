import type { Operation } from '../../runtime/surface.js'
import { readUntil, type Scenario, type ScenarioContext } from '../../conformance/rules/context.js'
import { ifPossible, NotApplicable } from '../../conformance/model/outcome.js'
import { type Exchange, jsonBody } from '../../conformance/exchange/exchange.js'
import { isSuccess, isTurnedDown, outcomeOf, refusesVersion } from '../../conformance/exchange/reading.js'
import { brief } from '../../reporting/index.js'
import { memberAt, walk } from '../../document/index.js'
import {
  createCustomer,
  type Customer,
  customerBody,
  type CustomerKind,
  underOf,
  stateIn,
  versionHeader,
  type CustomerState,
} from '../fixtures/customer.js'
import {
  decide,
  onboardedCustomer,
  outstandingItems,
  readSignings,
  signEverything,
  signItem,
  startIdentification,
} from '../fixtures/onboarding.js'
import { registerAccount } from '../fixtures/recipient.js'
import { succeeded } from '../fixtures/steps.js'
import { defaultVersion, hasChange, isDescribed } from '../../versions/index.js'
import { accepted, bodyOf } from './identification/submission/attempt.js'
import { type Recipe, recipes } from './identification/submission/recipes.js'
import { resumeUrl } from './identification/link-record.js'
import { definition, judged, notPromised, open, scenario, section } from '../statements/statement.js'

const firstState = (version: string): string =>
  hasChange(version, 'signings-first') ? 'SigningsRequired' : 'IdentificationRequired'

interface Fresh {
  readonly customer: Required<Customer>
  readonly initial: CustomerState
}

const create = async (
  context: ScenarioContext,
  version: string,
  kind: CustomerKind = 'Person',
): Promise<Fresh> => {
  const name = kind === 'Person' ? `created ${version}` : `created ${kind} ${version}`
  const customer = await context.once(name, () => createCustomer(context, version, kind))
  const initial = stateIn(context, customer.created)
  if (initial) return { customer, initial }
  throw new NotApplicable('the answer to POST /customers names no onboarding state, and none is promised')
}

const judgeKind = (
  context: ScenarioContext,
  { customer, initial }: Fresh,
  version: string,
  due: string,
): void => {
  const message = `a customer created ${underOf(version)} is due to start in ${due}; it starts in ${initial.state}`
  context.expect(initial.state === due, message, customer.created, initial.pointer)
}

const judgeOrder = async (context: ScenarioContext, version: string, due: string): Promise<void> => {
  judgeKind(context, await create(context, version), version, due)
  const business = await ifPossible(create(context, version, 'Business'))
  if (business) judgeKind(context, business, version, due)
}

/** The responses with a customer after each step of an identification, and a function to read it again. */
interface Path {
  readonly steps: readonly (readonly [step: string, exchange: Exchange])[]
  readonly read: () => Promise<Exchange>
}

/** The states of a customer during its onboarding, whose steps are sent under some version. */
const pathUnder = async (context: ScenarioContext, created: string, sentUnder: string): Promise<Path> => {
  const operation = context.operation('get', '/customers/{}')
  const { id } = await createCustomer(context, created)
  const read = (): Promise<Exchange> => context.call(operation, { path: [id] })
  const steps: [string, Exchange][] = []
  const sign = async (): Promise<void> => {
    const items = outstandingItems(await readSignings(context, id, created))
    for (const item of items) await signItem(context, id, sentUnder, item)
    if (items.length > 0) steps.push(['signing', await read()])
  }
  const signsFirst = hasChange(created, 'signings-first')
  if (signsFirst) await ifPossible(sign())
  const identification = await startIdentification(context, id, sentUnder)
  steps.push(['identification', await read()])
  const version = versionHeader(sentUnder)
  const approved = identification && (await decide(context, identification, true, { version }))
  if (approved && isSuccess(approved)) steps.push(['approval', await read()])
  if (!signsFirst) await ifPossible(sign())
  return { steps, read }
}

/** Whether two customers reach the same state; an approval may show late. */
const comeTogether = async (context: ScenarioContext, own: Path, mixed: Path): Promise<boolean> => {
  const stateOf = (exchange: Exchange): string | undefined => stateIn(context, exchange)?.state
  let due: string | undefined
  const last = await readUntil(
    context,
    async () => {
      due = stateOf(await own.read())
      return mixed.read()
    },
    (came) => stateOf(came) === due,
  )
  return due === undefined || stateOf(last) === due
}

/** The version of the creation determines the order of steps; those of the steps do not affect states. */
const expectSameOrder = async (context: ScenarioContext, created: string): Promise<void> => {
  const other = context.session.plan.supported.findLast(
    (one) => isDescribed(one) && firstState(one) !== firstState(created),
  )
  if (other === undefined) return
  const own = await pathUnder(context, created, created)
  const mixed = await pathUnder(context, created, other)
  const cameAt = new Map(mixed.steps)
  for (const [step, exchange] of own.steps) {
    const due = stateIn(context, exchange)
    const came = cameAt.get(step)
    // A step that only one of the customers takes leaves them in different states.
    if (!came) return
    if (!due || !isSuccess(came)) continue
    const reached = stateIn(context, came)
    const isSame =
      reached?.state === due.state || (step !== 'identification' && (await comeTogether(context, own, mixed)))
    const message = `a customer created ${underOf(created)} is in ${reached?.state ?? 'no state of those named'} after its ${step} under ${other}; ${due.state} is due, as after its ${step} under its own version`
    context.expect(isSame, message, came, due.pointer)
  }
}

/** Expects a customer to be in a state, where the response shows one. */
const expectState = (
  context: ScenarioContext,
  exchange: Exchange,
  due: string,
  say: (came: string) => string,
): void => {
  const read = stateIn(context, exchange)
  if (read) context.expect(read.state === due, say(read.state), exchange, read.pointer)
}

/** Reads a customer under every version, and without one. */
const expectPinned = async (
  context: ScenarioContext,
  { customer, initial }: Fresh,
  created: string,
): Promise<void> => {
  const operation = context.operation('get', '/customers/{}')
  const versions = context.session.plan.supported.filter((one) => isDescribed(one))
  for (const version of [...versions.map((one) => [one]), [], ['']]) {
    const exchange = await context.call(operation, { path: [customer.id], version })
    const under = underOf(version[0] ?? '')
    const say = (came: string) =>
      `a customer created ${underOf(created)} in ${initial.state} reads ${came} ${under}`
    expectState(context, exchange, initial.state, say)
    if (!isSuccess(exchange)) context.refused ??= exchange
  }
  await expectListed(context, customer.id, initial, created)
  await ifPossible(expectElsewhere(context, customer, initial, created))
}

/** If the customer list contains this customer, it has the same state. */
const expectListed = async (
  context: ScenarioContext,
  id: string,
  initial: CustomerState,
  created: string,
): Promise<void> => {
  const list = context.find('get', '/customers')
  if (!list || context.session.plan.subjects.customerId !== undefined) return
  for (const version of context.session.plan.supported.filter((one) => isDescribed(one))) {
    const exchange = await context.call(list, { version: [version] })
    const [, record] = walk(jsonBody(exchange.response)).find(([, node]) => memberAt(node, 'id') === id) ?? []
    const state = memberAt(record, ...initial.pointer.split('/').slice(1))
    const message = `a customer created ${underOf(created)} in ${initial.state} is listed in ${brief(state, 40)} ${underOf(version)}`
    if (typeof state === 'string') context.expect(state === initial.state, message, exchange)
  }
}

/** Other reads of the customer show the same state, also after a change under another version. */
const expectElsewhere = async (
  context: ScenarioContext,
  { id, created: creation }: Required<Customer>,
  initial: CustomerState,
  created: string,
): Promise<void> => {
  const others = context.session.plan.supported.filter((one) => isDescribed(one) && one !== created)
  const external = memberAt(jsonBody(creation.response), 'external_id')
  const found = typeof external === 'string' && context.find('get', '/customers/{}/external')
  const changing = context.find('put', '/customers/{}')
  const reading = context.operation('get', '/customers/{}')
  for (const other of others) {
    const under = { version: [other] }
    const answers = found ? [await context.call(found, { path: [external], ...under })] : []
    // A bank account is no step of onboarding.
    await ifPossible(registerAccount(context, { customerId: id }, { ...under, isGuess: true }))
    answers.push(await context.call(reading, { path: [id], ...under }))
    if (changing) {
      const body = context.sampleBody(changing, () => undefined)
      const answer = await context.call(changing, { path: [id], body, isGuess: true, ...under })
      if (isSuccess(answer)) answers.push(answer, await context.call(reading, { path: [id], ...under }))
    }
    const was = `a customer created ${underOf(created)} in ${initial.state}`
    for (const exchange of answers)
      expectState(
        context,
        exchange,
        initial.state,
        (came) => `${was} is in ${came} after a call under ${other}`,
      )
  }
}

const customersPinned: Scenario = async (context) => {
  context.operation('get', '/customers/{}')
  await expectPinned(context, await create(context, context.version), context.version)
  const business = await ifPossible(create(context, context.version, 'Business'))
  if (business) await ifPossible(expectPinned(context, business, context.version))
  // The order is pinned for a customer without a version too.
  const unversioned = context.version === defaultVersion && (await ifPossible(create(context, '')))
  if (unversioned) await ifPossible(expectPinned(context, unversioned, ''))
  await ifPossible(expectSameOrder(context, context.version))
  if (unversioned) await ifPossible(expectSameOrder(context, ''))
}

const createWithEmptyHeader = async (context: ScenarioContext, kind: CustomerKind): Promise<void> => {
  const operation = context.operation('post', '/customers')
  const created = await context.call(operation, { body: customerBody(context, kind), version: [''] })
  const due = 'IdentificationRequired'
  const message = `a customer created with an empty version header is due to start in ${due}`
  expectState(context, created, due, (came) => `${message}; it starts in ${came}`)
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
  const { id } = await createCustomer(context, context.version, kind === 'Business' ? kind : 'Person')
  const before = await readSignings(context, id, context.version)
  if (outstandingItems(before).length === 0)
    throw new NotApplicable('nothing is outstanding for a fresh customer')
  const operation = context.operation('post', '/customers/{}/identifications/v2')
  const body: unknown = JSON.parse(model.request.body ?? 'null')
  const exchange = await context.call(operation, { path: [id], body })
  const message = `data of a ${kind} is accepted from a customer whose terms are not signed yet`
  context.expect(!isSuccess(exchange), message, exchange)
}

/** The sandbox operation that publishes terms, if any: its path contains terms and no parameter. */
const publication = (context: ScenarioContext): Operation => {
  const routes = [...context.under.operations.routes]
  const [, operation] = routes.find(([route]) => /^(post|put) \/sandbox\/[^{]*terms[^{]*$/.test(route)) ?? []
  if (operation) return operation
  throw new NotApplicable('the document has no control that publishes terms')
}

/** A customer without outstanding signings, fully onboarded if possible. */
const settledCustomer = async (context: ScenarioContext, kind: CustomerKind): Promise<Customer> => {
  const onboarded = await ifPossible(onboardedCustomer(context, context.version, kind))
  const customer = onboarded ?? (await createCustomer(context, context.version, kind))
  await signEverything(context, customer.id, context.version)
  return customer
}

/** Customers who signed: onboarded ones of both kinds, and one who is not identified yet. */
const signers = async (context: ScenarioContext): Promise<readonly Customer[]> => {
  const person = await settledCustomer(context, 'Person')
  const business = await ifPossible(settledCustomer(context, 'Business'))
  const fresh = await createCustomer(context, context.version)
  const isSigned = await ifPossible(signEverything(context, fresh.id, context.version))
  return [person, ...(business ? [business] : []), ...(isSigned ? [fresh] : [])]
}

/** `customers/new-terms`: the customers sign again afterwards, so that other rules find shared ones unchanged. */
const newTerms: Scenario = async (context) => {
  const operation = publication(context)
  const customers = await signers(context)
  const body = operation.requestBody && context.sampleBody(operation, () => undefined)
  const published = await context.call(operation, body === undefined ? {} : { body })
  succeeded(published, 'no terms could be published')
  for (const { id } of customers) await expectToSignAgain(context, id)
}

const expectToSignAgain = async (context: ScenarioContext, id: string): Promise<void> => {
  const due = await readUntil(
    context,
    () => readSignings(context, id, context.version),
    (one) => outstandingItems(one).length > 0,
  )
  const again = `new terms were published: a customer who had signed is due to sign again, ${outcomeOf(due)} came`
  context.expect(outstandingItems(due).length > 0, again, due)
  const reading = context.find('get', '/customers/{}')
  if (reading) {
    const read = await readUntil(
      context,
      () => context.call(reading, { path: [id] }),
      (one) => stateIn(context, one)?.state === 'SigningsRequired',
    )
    const message = 'new terms were published: a customer is due in SigningsRequired'
    expectState(context, read, 'SigningsRequired', (came) => `${message}; it is in ${came}`)
  }
  await ifPossible(signEverything(context, id, context.version))
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
    const message = `a customer created under ${context.version} is due under ${version}, ${exchange.response.status} came`
    context.expect(isSuccess(exchange) || refusesVersion(exchange), message, exchange)
  }
}

/**
 * Data of a customer of the original order is accepted before its terms are signed: what is refused before must not be
 * accepted once they are.
 */
const expectIdentifiedFirst = async (context: ScenarioContext): Promise<void> => {
  const { id } = await createCustomer(context, context.version)
  if (outstandingItems(await readSignings(context, id, context.version)).length === 0) return
  const operation = context.operation('post', '/customers/{}/identifications/v2')
  const body = await bodyOf(context, recipes.person)
  const before = await context.call(operation, { path: [id], body })
  if (!isTurnedDown(before)) return
  await signEverything(context, id, context.version)
  const isTaken = isSuccess(await context.call(operation, { path: [id], body }))
  const message = `a customer created ${underOf(context.version)} is identified before it signs terms; its data is refused until it signs`
  context.expect(!isTaken, message, before)
}

const onboardingOrder: Scenario = async (context) => {
  await judgeOrder(context, context.version, firstState(context.version))
  if (!hasChange(context.version, 'signings-first')) await ifPossible(expectIdentifiedFirst(context))
}

/** States and transitions. */
export const stateSections = [
  section(
    'States, customer onboarding',
    'A customer is onboarded by signing terms and by being identified. Which of the two comes first is decided when the customer is created: SigningsRequired is the first state where terms come first, IdentificationRequired where they do not.',
    {
      'customers/onboarding-order': scenario(
        'The version decides the first state',
        'A customer created from 2026-08-01 on starts in SigningsRequired, an earlier one in IdentificationRequired.',
        { needs: ['writes'], run: onboardingOrder },
      ),
      'customers/onboarding-default': scenario(
        'No version keeps the original order',
        'A customer created without a version starts in IdentificationRequired.',
        {
          versions: 'service',
          needs: ['writes'],
          details: ['An empty version counts as none.'],
          run: onboardingDefault,
        },
      ),
      'customers/pinned': scenario(
        'The order is pinned',
        'The onboarding order is kept for the lifetime of the customer, whatever header is sent later.',
        {
          needs: ['writes'],
          unjudged: 'no customer is read that names its onboarding state',
          run: customersPinned,
        },
      ),
      'customers/terms-first': scenario(
        'Terms are signed before data is collected',
        'Where terms come first, they are signed before data for an identification is collected.',
        {
          versions: { from: 'signings-first' },
          severity: 'warning',
          needs: ['writes'],
          also: ['required-signings/before-identification'],
          run: termsFirst,
        },
      ),
      'customers/new-terms': scenario(
        'New terms are signed again',
        'New terms send customers who were created from 2026-08-01 on back to SigningsRequired, where a control of the sandbox publishes them.',
        { versions: { from: 'signings-first' }, needs: ['writes', 'sandbox'], run: newTerms },
      ),
      'customers/next-states': open(
        'States after the first',
        'Transitions between other customer states.',
        'not shown in the specification',
      ),
    },
  ),
  section('States, identification', 'An identification has one of the statuses of the enumeration.', {
    meanings: definition('Each status has a meaning.', 'the meaning follows from no request', [
      'Pending: it was not begun, or a business has to hand in something that is missing.',
      'Processed: everything was handed in.',
      'PendingReview: compliance can review it.',
      'Approved and Declined: it was decided.',
      'Expired: it was never completed.',
      'Archived: it is not active any more.',
    ]),
    'identification/resume-url': scenario(
      'A pending Link can be resumed',
      'While an identification is Pending because the customer has not started, a resume url exists on it.',
      { needs: ['writes'], run: resumeUrl },
    ),
    'resume-business': notPromised(
      'A resume url exists on a business submission that waits on missing items.',
      'which submissions wait, and which are refused, is not shown',
    ),
    transitions: notPromised('Transitions of identifications.', 'not shown in the specification'),
  }),
  section('States, fiat rails', 'A rail is a way of paying fiat in or out, such as a bank transfer.', {
    status: judged('A rail is Active, Pending, Unavailable, Blocked or Maintenance.', [
      'abilities/rail-status',
    ]),
    transitions: notPromised('Transitions of rails.', 'not shown in the specification'),
  }),
  section('States, other statuses', '', {
    registered: notPromised('A fiat address can reach Registered.', 'when it does is not shown'),
    unshown: notPromised('Statuses of transactions and autoramps.', 'not shown in the specification'),
  }),
] as const
