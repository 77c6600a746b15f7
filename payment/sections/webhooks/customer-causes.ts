import { nameOf } from '../../../conformance/model/case.js'
import { deepEqual } from '../../../runtime/json.js'
import type { Operation } from '../../../runtime/surface.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { isSuccess, idIn, objectBody } from '../../../conformance/exchange/reading.js'
import { NotApplicable, Skip } from '../../../conformance/model/outcome.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import type { Hint } from '../../../document/index.js'
import { hasChange } from '../../../versions/index.js'
import type { VersionUnderTest } from '../../../conformance/session/version-under-test.js'
import { jsonIn, shapesIn } from '../../documents/view.js'
import { createCustomer, type CustomerKind, stateIn, versionHeader } from '../../fixtures/customer.js'
import { signEverything, startIdentification } from '../../fixtures/onboarding.js'
import { awaitStatus, readAfterControl, statusIn } from '../../fixtures/steps.js'
import { accountBody, addressId, isRegistered, rails, registerAccount } from '../../fixtures/recipient.js'
import { customerIn, operationLike } from '../../fixtures/routes.js'
import type { Cause } from './cause.js'
import { Causing, type Subject } from './causing.js'
import { controlCall, controlOf, findControl } from '../../fixtures/controls.js'

const namesCustomer = (under: VersionUnderTest, body: Operation['requestBody']): boolean =>
  shapesIn(under, jsonIn(body)).some(({ properties }) => properties.has('customer_id'))

/** Controls that simulate compliance or a bank. Their form is not shown: names tell them, abilities their effect. */
const railControls = ({ under }: ScenarioContext): readonly Operation[] =>
  [...under.operations.routes]
    .filter(([route]) => /^(put|post|patch) \/sandbox\/[^{]*(\{\}[^{]*)?$/.test(route))
    .filter(([route, { requestBody }]) => /\{/.test(route) || namesCustomer(under, requestBody))
    .filter(([route, one]) => /review|complian|abilit|rail|provider/i.test(`${route} ${one.operationId}`))
    .map(([, operation]) => operation)

const openingFor =
  (customerId: string): Hint =>
  (path, { type, enum: listed }) => {
    if (path.at(-1) === 'customer_id') return customerId
    if (type === 'boolean') return true
    return listed?.includes('Active') === true ? 'Active' : undefined
  }

/** A customer as the subject of events, with the version that it was created under. */
export interface CausingCustomer extends Subject {
  readonly version: string
}

/** Causes the events of customers: of onboarding, of rails, and of bank accounts. */
export class CustomerCauses extends Causing {
  async customer(version: string, kind?: CustomerKind): Promise<CausingCustomer> {
    const since = Date.now()
    const { id: customerId } = await createCustomer(this.context, version, kind)
    const subject = { customerId, resource: this.log.addResource('customer', customerId) }
    this.log.caused('customer-created', { ...subject, since, what: 'a customer was created' })
    return { ...subject, version }
  }

  /**
   * The state of a customer.
   * @param before the state to be left, which may take time
   * @param step its name, if most services do not change the state then: it is awaited in vain once
   */
  async #state(
    { customerId, version }: CausingCustomer,
    before?: string,
    step?: string,
  ): Promise<string | undefined> {
    const operation = this.context.find('get', '/customers/{}')
    if (!operation) return undefined
    const options = { path: [customerId], version: versionHeader(version) }
    const read = (): Promise<Exchange> => this.context.call(operation, options)
    const stateOf = (exchange: Exchange): string | undefined => stateIn(this.context, exchange)?.state
    const exchange =
      before === undefined
        ? await read()
        : await readAfterControl(this.context, read, (one) => stateOf(one) !== before, step)
    return isSuccess(exchange) ? stateOf(exchange) : undefined
  }

  /** Logs a change of the customer's status if the service shows it, because no step is promised to change it. */
  async #watchState<T>(customer: CausingCustomer, work: () => Promise<T>, step?: string): Promise<T> {
    const since = Date.now()
    const before = await this.#state(customer)
    const done = await work()
    const status = await this.#state(customer, before, step)
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
      return this.log.caused('abilities-signing', {
        ...customer,
        since,
        what: 'a signing was recorded',
      })
    })
  }

  /** @returns the cause of the abilities that an approval sends */
  decision(customer: CausingCustomer, isApproved: boolean): Promise<Cause | undefined> {
    const { customerId } = customer
    const control = controlOf(this.context, 'identification')
    const decide = async (): Promise<Cause | undefined> => {
      const id = await startIdentification(this.context, {
        id: customerId,
        version: customer.version,
      })
      if (id === undefined) throw new Skip('the identification that was started names no id')
      const subject = { customerId, resource: this.log.addResource('identification', id) }
      const status = isApproved ? 'Approved' : 'Declined'
      const what = `an identification was ${status.toLowerCase()}`
      const failure = `an identification could not be ${status.toLowerCase()}`
      const call = { path: [id], version: versionHeader(customer.version) }
      const decision = controlCall(this.context, control, id, status, { approved: isApproved })
      const options = { ...call, ...decision }
      const { answer, since } = await this.act(control, failure, options)
      // The archive would come first where a decision takes effect later.
      await awaitStatus(this.context, answer, '/identifications/{}', call, status)
      this.log.caused('identification-status', { ...subject, since, what, status })
      if (isApproved) return this.log.caused('abilities-identification', { ...customer, since, what })
      const archive = this.context.find('put', '/identifications/{}/archive')
      await this.change('identification-status', subject, archive, call, 'Archived')
      return undefined
    }
    return this.#watchState(customer, decide, isApproved ? undefined : 'the state of a declined customer')
  }

  /** Takes both steps of onboarding, and awaits the event of the first, which could be taken for that of the second. */
  async completion(customer: CausingCustomer): Promise<void> {
    const isSignedFirst = hasChange(customer.version, 'signings-first')
    const steps = [() => this.signing(customer), () => this.decision(customer, true)]
    const [first, second] = isSignedFirst ? steps : steps.toReversed()
    const cause = await first?.()
    if (cause) await this.awaitEvent(cause)
    await second?.()
  }

  /** Archives a customer, which changes its status where the service shows that. */
  archival(customer: CausingCustomer): Promise<unknown> {
    const operation = this.context.operation('put', '/customers/{}/archive')
    const options = { path: [customer.customerId], version: versionHeader(customer.version), isGuess: true }
    return this.#watchState(customer, () => this.context.call(operation, options))
  }

  async #rails({ customerId, version }: CausingCustomer): Promise<unknown> {
    const options = { path: [customerId], version: versionHeader(version) }
    const failure = 'the abilities are not served'
    const reading = this.context.operation('get', '/customers/{}/abilities')
    const { answer } = await this.act(reading, failure, options)
    const { fiat_deposit: deposit, fiat_payout: payout } = objectBody(answer)
    return { deposit, payout }
  }

  async changedRails(customer: CausingCustomer): Promise<void> {
    let isChanged = false
    const controls = railControls(this.context)
    for (const operation of controls) {
      const before = await this.#rails(customer)
      const since = Date.now()
      const opening = openingFor(customer.customerId)
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
      const what = `${nameOf(operation)} changed the rails of a customer`
      await this.awaitEvent(this.log.caused('abilities-changed', { ...customer, since, what }))
    }
    if (isChanged) return
    const lacking = 'the document has no control that changes the rails of a customer'
    const [control] = controls
    throw new NotApplicable(control ? `${nameOf(control)} did not change the rails of a customer` : lacking)
  }

  async bankAccount({ customerId, version }: CausingCustomer): Promise<void> {
    const body = accountBody(this.context, { customerId })
    const failure = 'no bank account could be registered'
    const registering = operationLike(this.context, 'post', '/addresses/fiat')
    const path = customerIn(registering, customerId)
    const options = { path, body, version: versionHeader(version) }
    const { answer, since } = await this.act(registering, failure, options)
    const resource = this.log.addResource('bank account', idIn(answer, addressId))
    const cause = { customerId, resource, since, what: 'a bank account was registered' }
    this.log.caused('new-bank-account', cause)
    const registered = this.log.caused('fiat-address-status', cause)
    if (isRegistered(answer)) this.#straight(cause)
    else {
      await this.awaitEvent(registered)
      if (resource) await this.#verification({ customerId, resource }, statusIn(answer))
    }
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
        if (isRegistered(exchange)) this.#straight(cause)
        else this.log.caused('fiat-address-status', cause)
        isAnyStraight ||= isRegistered(exchange)
      }
      if (!isAnyStraight) throw new NotApplicable('no bank account went straight to Registered')
    })
  }

  async #verification(subject: Subject, before: unknown): Promise<void> {
    const control = findControl(this.context, 'bankAccount')
    const further = [
      'AuthorizationRequired',
      'RegistrationPending',
      'AuthorizationFailed',
      'RegistrationFailed',
    ]
    const due = ['Registered', ...further.filter((one) => this.isListed(control, one))]
    for (const status of due.filter((one) => one !== before)) {
      await this.setStatus('fiat-address-status', subject, control, status)
    }
  }
}
