import type { Operation } from '../../../runtime/surface.js'
import type { CallOptions } from '../../../conformance/rules/request.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { isUntyped } from '../../../conformance/exchange/delivery.js'
import { isSuccess } from '../../../conformance/exchange/reading.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { readStatus, statusIn, succeeded } from '../../fixtures/steps.js'
import type { Cause, CauseLog, CauseRule, Resource } from './cause.js'
import { endpoint } from './endpoint.js'
import { controlCall, controlValues } from '../../fixtures/controls.js'
import { onAccount } from '../../fixtures/recipient.js'

/** Operations that show the status of a thing by its id, by its sort. */
const readings: Readonly<Partial<Record<Resource['sort'], string>>> = {
  autoramp: '/autoramps/{}',
  identification: '/identifications/{}',
}

/** The resource that an event is about, and the customer whom it concerns. */
export interface Subject {
  readonly customerId: string
  readonly resource: Resource
}

/** Steps that cause events; each logs the expected event. */
export class Causing {
  constructor(
    protected readonly context: ScenarioContext,
    protected readonly log: CauseLog,
  ) {}

  /** Calls an operation. @throws an ending where the service refuses. */
  protected async act(
    operation: Operation,
    failure: string,
    options: CallOptions,
  ): Promise<{ readonly answer: Exchange; readonly since: number }> {
    const since = Date.now()
    return { answer: succeeded(await this.context.call(operation, options), failure), since }
  }

  /** Whether the document lists a status for a control. */
  protected isListed(control: Operation | undefined, status: string): boolean {
    return control !== undefined && controlValues(this.context, control).includes(status)
  }

  /**
   * The status that a thing has now, where the document can show it.
   * @param due a status that a control has set, which may take time
   */
  protected async status({ customerId, resource: { id, sort } }: Subject, due?: string): Promise<unknown> {
    const reading = readings[sort]
    const ofAccount = sort === 'bank account' ? onAccount(this.context, 'get', [customerId, id]) : undefined
    const operation = reading === undefined ? ofAccount?.operation : this.context.find('get', reading)
    const options = { path: ofAccount?.path ?? [id] }
    const isDue = (status: unknown): boolean => due === undefined || status === due
    const read = await readStatus(this.context, operation, options, isDue)
    return read && statusIn(read)
  }

  /**
   * Sets a status. A service that had set it by itself, that refuses it, or that shows another one afterwards, has no
   * event due.
   */
  protected async change(
    rule: CauseRule,
    subject: Subject,
    operation: Operation | undefined,
    options: CallOptions,
    status: string,
  ): Promise<void> {
    if (!operation) return
    const since = Date.now()
    if ((await this.status(subject)) === status) return
    const exchange = await this.context.call(operation, { ...options, isGuess: true })
    if (!isSuccess(exchange)) return
    const shown = (await this.status(subject, status)) ?? statusIn(exchange)
    if (shown !== status) return
    const what = `the status of the ${subject.resource.sort} changed to ${status}`
    this.log.caused(rule, { ...subject, status, since, what })
  }

  /** As `change`, by a control of the sandbox. */
  protected async setStatus(
    rule: CauseRule,
    subject: Subject,
    control: Operation | undefined,
    status: string,
  ): Promise<void> {
    if (!control) return
    const options = controlCall(this.context, control, subject.resource.id, status)
    await this.change(rule, subject, control, options, status)
  }

  /** Waits for an event before the next change, because a later event may contain later state. */
  protected async awaitEvent(cause: Cause): Promise<void> {
    const { receiver } = await endpoint(this.context)
    // Also where nothing came at all.
    const isVain = receiver.deliveries.every(isUntyped)
    const { waitMs = 0 } = this.context.session.plan.webhooks ?? {}
    const patienceMs = isVain ? 0 : this.log.patienceMs(receiver.deliveries, waitMs)
    const came = await receiver.wait((delivery) => this.log.follows(cause, delivery), patienceMs)
    if (!came && !isVain) this.log.hasMissed = true
  }
}
