import { deepEqual } from '../../../runtime/json.js'
import type { Method, Operation } from '../../../runtime/surface.js'
import type { CallOptions } from '../../../conformance/rules/request.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { isSuccess, idIn, objectBody } from '../../../conformance/exchange/reading.js'
import { NotApplicable, Skip } from '../../../conformance/model/outcome.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { type Hint, memberAt, walk } from '../../../document/index.js'
import { hasChange } from '../../../versions/index.js'
import { bodyValues } from '../../schema/document-shape.js'
import { createCustomer, type CustomerKind, stateIn, versionHeader } from '../../fixtures/customer.js'
import { signEverything, startIdentification } from '../../fixtures/onboarding.js'
import {
  awaitStatus,
  readAfterControl,
  readStatus,
  recordIn,
  statusIn,
  succeeded,
} from '../../fixtures/steps.js'
import {
  askQuote,
  onrampSubject,
  type QuoteSubject,
  quoteSubject,
  swapSubject,
} from '../../fixtures/quote.js'
import { transactionBody } from '../../fixtures/autoramp.js'
import { accountBody, addressId, rails, registerAccount } from '../../fixtures/recipient.js'
import type { Cause, CauseLog, CauseRule, Resource } from './cause.js'
import { endpoint } from './endpoint.js'

/** Uses the Ping action of a webhook. @throws Skip or NotApplicable where that is impossible. */
export async function askPing(
  context: ScenarioContext,
  id: string | undefined,
  customerId: string,
): Promise<void> {
  if (id === undefined)
    throw new Skip('no operation shows the id of the webhook; send a ping in the dashboard', 'receiver')
  const operation = context.operation('post', '/webhooks/{}/ping')
  const hint: Hint = (path) => (path.at(-1) === 'customer_id' ? customerId : undefined)
  const body = operation.requestBody ? context.sampleBody(operation, hint) : undefined
  succeeded(await context.call(operation, { path: [id], body }), 'no ping could be asked for')
}

const isStraight = ({ response }: Exchange): boolean =>
  walk(jsonBody(response)).some(([, value]) => value === 'Registered')

/** Controls that simulate compliance or a bank. Their form is not shown: names tell them, abilities their effect. */
const railControls = ({ under }: ScenarioContext): readonly Operation[] =>
  [...under.operations.routes]
    .filter(([route]) => /^(put|post|patch) \/sandbox\/[^{]*\{\}[^{]*$/.test(route))
    .filter(([route, one]) => /review|complian|abilit|rail|provider/i.test(`${route} ${one.operationId}`))
    .map(([, operation]) => operation)

const opening: Hint = (_path, { type, enum: listed }) => {
  if (type === 'boolean') return true
  return listed?.includes('Active') === true ? 'Active' : undefined
}

/** Operations that show the status of a thing, by its sort. */
const readings: Readonly<Partial<Record<Resource['sort'], string>>> = {
  autoramp: '/autoramps/{}',
  'bank account': '/addresses/fiat/{}/{}',
  identification: '/identifications/{}',
}

interface Subject {
  readonly customerId: string
  readonly resource: Resource
}

/** A customer as the subject of events, with the version that it was created under. */
interface CausingCustomer extends Subject {
  readonly version: string
}

/** Causes events; each action logs the expected event, or the reason why it failed. */
class Causing {
  constructor(
    private readonly context: ScenarioContext,
    private readonly log: CauseLog,
  ) {}

  /** Calls an operation. @throws an ending where the document lacks it, or the service refuses. */
  async #act(
    method: Method,
    template: string,
    failure: string,
    options: CallOptions,
  ): Promise<{ readonly answer: Exchange; readonly since: number }> {
    const operation = this.context.operation(method, template)
    const since = Date.now()
    return { answer: succeeded(await this.context.call(operation, options), failure), since }
  }

  async customer(version: string, kind?: CustomerKind): Promise<CausingCustomer> {
    const since = Date.now()
    const { id: customerId } = await createCustomer(this.context, version, kind)
    const subject = { customerId, resource: this.log.addResource('customer', customerId) }
    this.log.caused('customer-created', { ...subject, since, what: 'a customer was created' })
    return { ...subject, version }
  }

  /** The state of a customer. @param before the state to be left, which may take time */
  async #state({ customerId, version }: CausingCustomer, before?: string): Promise<string | undefined> {
    const operation = this.context.find('get', '/customers/{}')
    if (!operation) return undefined
    const options = { path: [customerId], version: versionHeader(version) }
    const read = (): Promise<Exchange> => this.context.call(operation, options)
    const stateOf = (exchange: Exchange): string | undefined => stateIn(this.context, exchange)?.state
    const exchange =
      before === undefined
        ? await read()
        : await readAfterControl(this.context, read, (one) => stateOf(one) !== before)
    return isSuccess(exchange) ? stateOf(exchange) : undefined
  }

  /** Logs a change of the customer's status if the service shows it, because no step is promised to change it. */
  async #watchState<T>(customer: CausingCustomer, work: () => Promise<T>): Promise<T> {
    const since = Date.now()
    const before = await this.#state(customer)
    const done = await work()
    const status = await this.#state(customer, before)
    if (before === undefined || status === undefined || before === status) return done
    const what = `the status of a customer changed from ${before}`
    this.log.caused('customer-status', { ...customer, status, since, what })
    return done
  }

  signing(customer: CausingCustomer): Promise<Cause> {
    const since = Date.now()
    return this.#watchState(customer, async () => {
      const { signed } = await signEverything(this.context, {
        id: customer.customerId,
        version: customer.version,
      })
      if (signed === 0) throw new NotApplicable('nothing is outstanding for a customer')
      return this.log.caused('abilities-signing', { ...customer, since, what: 'a signing was recorded' })
    })
  }

  /** @returns the cause of the abilities that an approval sends */
  decision(customer: CausingCustomer, isApproved: boolean): Promise<Cause | undefined> {
    const { customerId } = customer
    const control = '/sandbox/identification/{}'
    return this.#watchState(customer, async () => {
      this.context.operation('post', control)
      const id = await startIdentification(this.context, { id: customerId, version: customer.version })
      if (id === undefined) throw new Skip('the identification that was started names no id')
      const subject = { customerId, resource: this.log.addResource('identification', id) }
      const status = isApproved ? 'Approved' : 'Declined'
      const what = `an identification was ${status.toLowerCase()}`
      const failure = `an identification could not be ${status.toLowerCase()}`
      const call = { path: [id], version: versionHeader(customer.version) }
      const options = { ...call, body: { approved: isApproved } }
      const { answer, since } = await this.#act('post', control, failure, options)
      // The archive would come first where a decision takes effect later.
      await awaitStatus(this.context, answer, '/identifications/{}', call, status)
      this.log.caused('identification-status', { ...subject, since, what, status })
      if (isApproved) return this.log.caused('abilities-identification', { ...customer, since, what })
      const archive = this.context.find('put', '/identifications/{}/archive')
      await this.#change('identification-status', subject, archive, call, 'Archived')
      return undefined
    })
  }

  /** Takes both steps of onboarding, and awaits the event of the first, which could be taken for that of the second. */
  async completion(customer: CausingCustomer): Promise<void> {
    const isSignedFirst = hasChange(customer.version, 'signings-first')
    const steps = [() => this.signing(customer), () => this.decision(customer, true)]
    const [first, second] = isSignedFirst ? steps : steps.toReversed()
    const cause = await first?.()
    if (cause) await this.#awaitEvent(cause)
    await second?.()
  }

  /** Archives a customer, which changes its status where the service shows that. */
  archival(customer: CausingCustomer): Promise<unknown> {
    const operation = this.context.operation('put', '/customers/{}/archive')
    const options = { path: [customer.customerId], version: versionHeader(customer.version), isGuess: true }
    return this.#watchState(customer, () => this.context.call(operation, options))
  }

  /** Whether the document lists a status for a control. */
  #isListed(control: Operation | undefined, status: string): boolean {
    return control !== undefined && bodyValues(control, this.context.under.surface.schemas).includes(status)
  }

  /**
   * The status that a thing has now, where the document can show it.
   * @param due a status that a control has set, which may take time
   */
  async #status({ customerId, resource: { id, sort } }: Subject, due?: string): Promise<unknown> {
    const reading = readings[sort]
    const operation = reading === undefined ? undefined : this.context.find('get', reading)
    const options = { path: sort === 'bank account' ? [customerId, id] : [id] }
    const isDue = (status: unknown): boolean => due === undefined || status === due
    const read = await readStatus(this.context, operation, options, isDue)
    return read && statusIn(read)
  }

  /**
   * Sets a status. A service that had set it by itself, that refuses it, or that shows another one afterwards, has no
   * event due.
   */
  async #change(
    rule: CauseRule,
    subject: Subject,
    operation: Operation | undefined,
    options: CallOptions,
    status: string,
  ): Promise<void> {
    if (!operation) return
    const since = Date.now()
    if ((await this.#status(subject)) === status) return
    const exchange = await this.context.call(operation, { ...options, isGuess: true })
    if (!isSuccess(exchange)) return
    const shown = (await this.#status(subject, status)) ?? statusIn(exchange)
    if (shown !== status) return
    const what = `the status of the ${subject.resource.sort} changed to ${status}`
    this.log.caused(rule, { ...subject, status, since, what })
  }

  async #rails({ customerId, version }: CausingCustomer): Promise<unknown> {
    const options = { path: [customerId], version: versionHeader(version) }
    const failure = 'the abilities are not served'
    const { answer } = await this.#act('get', '/customers/{}/abilities', failure, options)
    const { fiat_deposit: deposit, fiat_payout: payout } = objectBody(answer)
    return { deposit, payout }
  }

  async changedRails(customer: CausingCustomer): Promise<void> {
    let isChanged = false
    for (const operation of railControls(this.context)) {
      const before = await this.#rails(customer)
      const since = Date.now()
      const body = operation.requestBody && { body: this.context.sampleBody(operation, opening) }
      const call = {
        path: [customer.customerId],
        version: versionHeader(customer.version),
        isGuess: true,
        ...body,
      }
      await this.context.call(operation, call)
      if (deepEqual(before, await this.#rails(customer))) continue
      isChanged = true
      const what = `${operation.method.toUpperCase()} ${operation.path} changed the rails of a customer`
      await this.#awaitEvent(this.log.caused('abilities-changed', { ...customer, since, what }))
    }
    if (!isChanged)
      throw new NotApplicable('the document has no control that changes the rails of a customer')
  }

  async bankAccount({ customerId, version }: CausingCustomer): Promise<void> {
    const body = accountBody(this.context, { customerId })
    const options = { body, version: versionHeader(version) }
    const failure = 'no bank account could be registered'
    const { answer, since } = await this.#act('post', '/addresses/fiat', failure, options)
    const resource = this.log.addResource('bank account', idIn(answer, addressId))
    const cause = { customerId, resource, since, what: 'a bank account was registered' }
    this.log.caused('new-bank-account', cause)
    const registered = this.log.caused('fiat-address-status', cause)
    if (isStraight(answer)) return this.#straight(cause)
    await this.#awaitEvent(registered)
    if (resource) await this.#verification({ customerId, resource }, statusIn(answer))
    await this.#accountOfEachRail(version)
  }

  #straight(cause: Omit<Cause, 'rule' | 'kind'>): void {
    const atOnce = { ...cause, what: `${cause.what} at once`, status: 'Registered' }
    this.log.caused('fiat-address-straight', atOnce)
  }

  /** An account of each other rail, for a customer of its own; some may need no slow provider. */
  async #accountOfEachRail(version: string): Promise<void> {
    const { id: customerId } = await createCustomer(this.context, version)
    const options = { version: [version], isGuess: true }
    await this.log.attempt(['fiat-address-straight'], async () => {
      let isAnyStraight = false
      for (const { type } of rails.slice(1)) {
        const since = Date.now()
        const exchange = await registerAccount(this.context, { customerId, type }, options)
        if (!isSuccess(exchange)) continue
        const resource = this.log.addResource('bank account', idIn(exchange, addressId))
        const cause = { customerId, resource, since, what: `a bank account of ${type} was registered` }
        this.log.caused('new-bank-account', cause)
        if (isStraight(exchange)) this.#straight(cause)
        else this.log.caused('fiat-address-status', cause)
        isAnyStraight ||= isStraight(exchange)
      }
      if (!isAnyStraight) throw new NotApplicable('no bank account went straight to Registered')
    })
  }

  /** Waits for an event before the next change, because a later event may contain later state. */
  async #awaitEvent(cause: Cause): Promise<void> {
    const { receiver } = await endpoint(this.context)
    const waitMs = receiver.deliveries.length === 0 ? 0 : (this.context.session.plan.webhooks?.waitMs ?? 0)
    await receiver.wait((delivery) => this.log.follows(cause, delivery), waitMs)
  }

  async #verification(subject: Subject, before: unknown): Promise<void> {
    const control = this.context.find('put', '/sandbox/fiat-verification/{}')
    const further = [
      'AuthorizationRequired',
      'RegistrationPending',
      'AuthorizationFailed',
      'RegistrationFailed',
    ]
    const due = ['Registered', ...further.filter((one) => this.#isListed(control, one))]
    for (const status of due.filter((one) => one !== before)) {
      const options = { path: [subject.resource.id], body: status }
      await this.#change('fiat-address-status', subject, control, options, status)
    }
  }

  async autoramp(
    subjectOf: (context: ScenarioContext) => Promise<QuoteSubject> = quoteSubject,
  ): Promise<Subject & { readonly created: Exchange }> {
    this.context.operation('post', '/autoramps')
    const quoted = await subjectOf(this.context)
    const quote = succeeded(await askQuote(this.context, quoted), 'the quote is not served a second time')
    const { customerId } = quoted
    this.log.addResource('customer', customerId)
    const options = { body: jsonBody(quote.response) }
    const failure = 'no autoramp could be created'
    const { answer: created, since } = await this.#act('post', '/autoramps', failure, options)
    const resource = this.log.addResource('autoramp', idIn(created, 'autoramp'))
    this.log.caused('new-autoramp', { customerId, resource, since, what: 'an autoramp was created' })
    if (!resource) throw new Skip('the autoramp that was created names no id')
    return { resource, customerId, created }
  }

  async approval(subject: Subject, created: Exchange): Promise<void> {
    const options = { path: [subject.resource.id], body: 'Approved' }
    const failure = 'no autoramp could be approved'
    const before = (await this.#status(subject)) ?? statusIn(created)
    const { answer, since } = await this.#act('put', '/sandbox/autoramp/{}', failure, options)
    if (before === 'Approved') throw new Skip('the autoramp was approved already')
    await awaitStatus(this.context, answer, '/autoramps/{}', { path: options.path }, 'Approved')
    const status = statusIn(answer) === 'Approved' ? 'Approved' : undefined
    this.log.caused('autoramp-status', { ...subject, status, since, what: 'an autoramp was approved' })
  }

  /** Every status that the document lists for the control, but those that end an autoramp, and the first two. */
  async furtherStatuses(subject: Subject): Promise<void> {
    const control = this.context.find('put', '/sandbox/autoramp/{}')
    const listed = control ? bodyValues(control, this.context.under.surface.schemas) : []
    for (const status of listed.filter((one) =>
      /^(EditPending|Authorized|DepositAccountAdded)$/.test(String(one)),
    )) {
      const options = { path: [subject.resource.id], body: status }
      await this.#change('autoramp-status', subject, control, options, String(status))
    }
  }

  /** A final status, which comes last: set by the control, or by deletion where the document has it. */
  async ended(subject: Subject, status: 'Cancelled' | 'Rejected'): Promise<void> {
    const path = [subject.resource.id]
    const control = this.context.find('put', '/sandbox/autoramp/{}')
    if (status === 'Rejected' && !this.#isListed(control, status)) return
    const deletion = status === 'Cancelled' ? this.context.find('delete', '/autoramps/{}') : undefined
    const options = deletion ? { path } : { path, body: status }
    await this.#change('autoramp-status', subject, deletion ?? control, options, status)
  }

  async depositAddress(subject: Subject, since: number): Promise<void> {
    const operation = this.context.operation('get', '/autoramps/{}')
    let rails: unknown
    const answer = await readAfterControl(
      this.context,
      () => this.context.call(operation, { path: [subject.resource.id] }),
      ({ response }) => {
        rails = walk(jsonBody(response)).find(([at]) => at.endsWith('/deposit_rails'))?.[1]
        return Array.isArray(rails) && rails.length > 0
      },
    )
    succeeded(answer, 'the autoramp is not served')
    if (!Array.isArray(rails) || rails.length === 0)
      throw new NotApplicable('the autoramp shows no deposit rails')
    const what = 'an autoramp received a deposit address'
    // An autoramp may receive several addresses, one after the other, each with an event.
    this.log.caused('deposit-address', { ...subject, since, what, isSingle: rails.length === 1 })
  }

  async transaction({ customerId, resource: autoramp }: Subject): Promise<Subject> {
    const template = '/sandbox/transaction'
    const body = transactionBody(this.context, autoramp.id)
    const { answer, since } = await this.#act('post', template, 'no transaction could be simulated', { body })
    const resource = this.log.addResource('transaction', idIn(answer, 'transaction'))
    this.log.caused('transaction', { customerId, resource, since, what: 'a transaction happened' })
    if (!resource) throw new Skip('the transaction that was simulated names no id')
    this.log.bankPayouts.push(resource.id)
    return { customerId, resource }
  }

  async ending(subject: Subject, state: 'Completed' | 'Failed'): Promise<void> {
    const idempotencyKey = this.context.session.uuid()
    const options = { path: [subject.resource.id], body: { state }, idempotencyKey }
    const failure = `no transaction could be brought to ${state}`
    const { since } = await this.#act('put', '/sandbox/transaction/{}/state', failure, options)
    const what = `a transaction was ${state.toLowerCase()}`
    const status = (await this.#transactionStatus(subject.resource)) === state ? state : undefined
    this.log.caused('transaction-status', { ...subject, status, since, what })
  }

  /** The status that the service shows; the control answers with a scale of its own. */
  async #transactionStatus({ id }: Resource): Promise<unknown> {
    const operation = this.context.find('get', '/autoramp-transactions/ids')
    const exchange = operation && (await this.context.call(operation, { query: { ids: [id] } }))
    return exchange && memberAt(recordIn(exchange, id), 'status')
  }

  async ping(customerId: string): Promise<void> {
    const { id } = await endpoint(this.context)
    const since = Date.now()
    await askPing(this.context, id, customerId)
    const what = 'a ping was asked for'
    this.log.caused('ping', { customerId: '', named: customerId, since, what, isSingle: true })
  }
}

const ofRamp: readonly CauseRule[] = [
  'new-autoramp',
  'autoramp-status',
  'deposit-address',
  'transaction',
  'transaction-status',
]

const causePayments = async (causing: Causing, log: CauseLog): Promise<void> => {
  const since = Date.now()
  const ramp = await log.attempt(ofRamp, () => causing.autoramp())
  if (!ramp) return
  await log.attempt(['autoramp-status'], () => causing.approval(ramp, ramp.created))
  await log.attempt(['deposit-address'], () => causing.depositAddress(ramp, since))
  for (const state of ['Completed', 'Failed'] as const) {
    const paid = await log.attempt(['transaction', 'transaction-status'], () => causing.transaction(ramp))
    if (paid) await log.attempt(['transaction-status'], () => causing.ending(paid, state))
  }
  await log.attempt([], () => causing.ended(ramp, 'Cancelled'))
  await log.attempt([], () => causeOnramp(causing, log))
  await log.attempt([], () => causeSwap(causing, log))
}

const causeSwap = async (causing: Causing, log: CauseLog): Promise<void> => {
  const since = Date.now()
  const ramp = await causing.autoramp(swapSubject)
  await log.attempt([], () => causing.depositAddress(ramp, since))
  await log.attempt([], () => causing.furtherStatuses(ramp))
}

const causeOnramp = async (causing: Causing, log: CauseLog): Promise<void> => {
  const since = Date.now()
  const ramp = await causing.autoramp(onrampSubject)
  await log.attempt([], () => causing.approval(ramp, ramp.created))
  await log.attempt([], () => causing.depositAddress(ramp, since))
  await causing.ended(ramp, 'Rejected')
}

/** Causes events of all kinds. Some customers sign first and others later, which tells signing from approval. */
export async function causeEvents(context: ScenarioContext, log: CauseLog): Promise<void> {
  const causing = new Causing(context, log)
  const { version } = context.under
  const signer = await causing.customer(version)
  // A customer of its own for each step, so that a refused creation prevents the events of that step alone.
  const attempt = (
    rules: readonly CauseRule[],
    step: (customer: CausingCustomer) => Promise<unknown>,
    under = version,
    kind?: CustomerKind,
  ): Promise<unknown> => log.attempt(rules, async () => step(await causing.customer(under, kind)))
  const approve = (customer: CausingCustomer): Promise<unknown> => causing.decision(customer, true)
  const ofApproval = ['identification-status', 'abilities-identification', 'customer-status'] as const
  await log.attempt(['abilities-signing', 'customer-status'], () => causing.signing(signer))
  const early = context.session.plan.supported.find(
    (one) => !hasChange(one, 'signings-first') && one !== version,
  )
  if (early === undefined) await log.attempt(ofApproval, () => approve(signer))
  else {
    await attempt(ofApproval, approve, early)
    await attempt([], (customer) => causing.decision(customer, false), early)
    await attempt([], approve, early, 'Business')
    await attempt([], (customer) => causing.decision(customer, false), early, 'Business')
    await attempt([], (customer) => causing.completion(customer), '')
    await attempt([], (customer) => causing.completion(customer), early)
    await attempt([], (customer) => causing.completion(customer))
    await attempt([], (customer) => causing.completion(customer), version, 'Business')
    await attempt([], (customer) => causing.archival(customer), early)
  }
  const others = context.session.plan.supported.filter((one) => one !== version && one !== early)
  for (const other of others) await attempt([], (customer) => causing.completion(customer), other)
  // A registered account also triggers an abilities event, which could be mistaken for that of a signing.
  await attempt(['new-bank-account', 'fiat-address-status', 'fiat-address-straight'], (holder) =>
    causing.bankAccount(holder),
  )
  await attempt(['abilities-changed'], (reviewed) => causing.changedRails(reviewed))
  await causePayments(causing, log)
  await log.attempt(['ping'], () => causing.ping(signer.customerId))
}
