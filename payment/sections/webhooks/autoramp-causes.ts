import type { Operation } from '../../../runtime/surface.js'
import type { CallOptions } from '../../../conformance/rules/request.js'
import { readUntil, type ScenarioContext } from '../../../conformance/rules/context.js'
import { idIn, isSuccess } from '../../../conformance/exchange/reading.js'
import { NotApplicable, Skip } from '../../../conformance/model/outcome.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { walk } from '../../../document/index.js'
import {
  awaitStatus,
  readAfterControl,
  readingsOfControls,
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
import {
  cancelling,
  quoteBody,
  readTransaction,
  transactionCall,
  transactionId,
} from '../../fixtures/autoramp.js'
import type { CauseLog, CauseRule } from './cause.js'
import { Causing, type Subject } from './causing.js'
import { controlCall, controlOf, findControl, refundOf, settableStatus } from '../../fixtures/controls.js'

const showsRefund = ({ response }: Exchange): boolean =>
  walk(jsonBody(response)).some(([at, value]) =>
    /\/(status|state)$/.test(at)
      ? /refunded/i.test(String(value))
      : /\/(refund|refund_id|refunded_at)$/.test(at) && value !== null,
  )

const isDepositAddress = (at: string): boolean => /\/deposit_(address|wallet)$/.test(at)

/** The ways into an autoramp that a response shows: its deposit rails, or else the address that takes a coin. */
const depositsIn = ({ response }: Exchange): readonly unknown[] => {
  const members = walk(jsonBody(response))
  const rails = members.find(([at]) => at.endsWith('/deposit_rails'))?.[1]
  if (Array.isArray(rails) && rails.length > 0) return rails
  const address = members.find(([at, value]) => isDepositAddress(at) && Boolean(value))?.[1]
  return address === undefined ? [] : [address]
}

/** Causes the events of an autoramp and of its transactions. */
class AutorampCauses extends Causing {
  async autoramp(
    subjectOf: (context: ScenarioContext) => Promise<QuoteSubject> = quoteSubject,
  ): Promise<Subject & { readonly created: Exchange }> {
    const creating = this.context.operation('post', '/autoramps')
    const quoted = await subjectOf(this.context)
    const quote = succeeded(await askQuote(this.context, quoted), 'the quote is not served a second time')
    const { customerId } = quoted
    this.log.addResource('customer', customerId)
    const options = { body: quoteBody(this.context, creating, jsonBody(quote.response)) }
    const failure = 'no autoramp could be created'
    const { answer: created, since } = await this.act(creating, failure, options)
    const resource = this.log.addResource('autoramp', idIn(created, 'autoramp'))
    this.log.caused('new-autoramp', { customerId, resource, since, what: 'an autoramp was created' })
    if (!resource) throw new Skip('the autoramp that was created names no id')
    return { resource, customerId, created }
  }

  async approval(subject: Subject, created: Exchange): Promise<void> {
    const control = controlOf(this.context, 'autoramp')
    if (settableStatus(this.context, control, 'Approved') === undefined)
      throw new NotApplicable('the document has no control that sets an autoramp to Approved')
    const options = controlCall(this.context, control, subject.resource.id, 'Approved')
    const failure = 'no autoramp could be approved'
    const before = (await this.status(subject)) ?? statusIn(created)
    const { answer, since } = await this.act(control, failure, options)
    if (before === 'Approved') throw new Skip('the autoramp was already approved')
    await awaitStatus(this.context, answer, '/autoramps/{}', { path: options.path }, 'Approved')
    const status = statusIn(answer) === 'Approved' ? 'Approved' : undefined
    this.log.caused('autoramp-status', {
      ...subject,
      status,
      since,
      what: 'an autoramp was approved',
    })
  }

  /** The status that the service set by itself since the creation, where no control of the sandbox sets one. */
  async moved(subject: Subject, created: Exchange, since: number): Promise<void> {
    if (findControl(this.context, 'autoramp')) return
    const [before, status] = [statusIn(created), await this.status(subject)]
    if (before === undefined || typeof status !== 'string' || status === before) return
    const what = `the status of the autoramp changed to ${status}`
    this.log.caused('autoramp-status', { ...subject, status, since, what })
  }

  /** Statuses that the document lists for the control, and that end no autoramp. */
  async furtherStatuses(subject: Subject): Promise<void> {
    const control = findControl(this.context, 'autoramp')
    const further = ['EditPending', 'Authorized', 'DepositAccountAdded']
    for (const status of further.filter((one) => this.isListed(control, one))) {
      await this.setStatus('autoramp-status', subject, control, status)
    }
  }

  /** A final status, which comes last: set by the control, or by cancellation where the document has it. */
  async ended(subject: Subject, status: 'Cancelled' | 'Rejected'): Promise<void> {
    const control = findControl(this.context, 'autoramp')
    if (status === 'Rejected' && !this.isListed(control, status)) return
    const cancel = status === 'Cancelled' ? cancelling(this.context, subject.resource.id) : undefined
    if (cancel) await this.change('autoramp-status', subject, cancel.operation, cancel.options, status)
    else await this.setStatus('autoramp-status', subject, control, status)
  }

  async depositAddress(subject: Subject, since: number): Promise<void> {
    const operation = this.context.operation('get', '/autoramps/{}')
    const answer = await readAfterControl(
      this.context,
      () => this.context.call(operation, { path: [subject.resource.id] }),
      (read) => depositsIn(read).length > 0,
    )
    const deposits = depositsIn(succeeded(answer, 'the autoramp is not served'))
    if (deposits.length === 0)
      throw new NotApplicable('the autoramp shows neither deposit rails nor a deposit address')
    const what = 'an autoramp received a deposit address'
    // An autoramp may receive several addresses, one after the other, each with an event.
    this.log.caused('deposit-address', { ...subject, since, what, isSingle: deposits.length === 1 })
  }

  async transaction({ customerId, resource: autoramp }: Subject): Promise<Subject> {
    const control = controlOf(this.context, 'transaction')
    const options = await transactionCall(this.context, autoramp.id)
    const { answer, since } = await this.act(control, 'no transaction could be simulated', options)
    const resource = this.log.addResource('transaction', idIn(answer, transactionId))
    this.log.caused('transaction', { customerId, resource, since, what: 'a transaction happened' })
    if (!resource) throw new Skip('the transaction that was simulated names no id')
    this.log.bankPayouts.push(resource.id)
    return { customerId, resource }
  }

  /** Uses a control on a transaction, which may arrive a moment after the response to its simulation. */
  #control(control: Operation, options: CallOptions): Promise<Exchange> {
    const use = (): Promise<Exchange> => this.context.call(control, options)
    return readUntil(this.context, use, ({ response }) => response.status !== 404, readingsOfControls)
  }

  async ending(subject: Subject, state: 'Completed' | 'Failed'): Promise<void> {
    const idempotencyKey = this.context.session.uuid()
    const control = controlOf(this.context, 'transactionState')
    const due = settableStatus(this.context, control, state)
    if (due === undefined)
      throw new NotApplicable(`the document has no control that sets a transaction to ${state}`)
    const call = controlCall(this.context, control, subject.resource.id, state, { state })
    const options = { ...call, idempotencyKey }
    const since = Date.now()
    succeeded(await this.#control(control, options), `no transaction could be brought to ${state}`)
    const what = `a transaction was ${state.toLowerCase()}`
    // The control answers with a scale of its own.
    const shown = await readTransaction(this.context, subject.resource.id)
    const status = shown?.status === due ? due : undefined
    this.log.caused('transaction-status', { ...subject, status, since, what })
  }

  /** Records a refund, where the service shows it: of a new transaction, or else of one that was completed. */
  async refund({ customerId, resource: { id }, resource }: Subject): Promise<void> {
    const { control, options } = refundOf(this.context, id)
    const ask = (): Promise<Exchange> =>
      this.#control(control, { ...options, isGuess: true, idempotencyKey: this.context.session.uuid() })
    let since = Date.now()
    let answer = await ask()
    const moving = findControl(this.context, 'transactionState')
    if (!isSuccess(answer) && moving) {
      const completed = controlCall(this.context, moving, id, 'Completed', { state: 'Completed' })
      await this.#control(moving, { ...completed, isGuess: true })
      since = Date.now()
      answer = await ask()
    }
    succeeded(answer, 'no transaction could be refunded')
    const shown = showsRefund(answer) ? answer : (await readTransaction(this.context, id))?.exchange
    if (!shown || !showsRefund(shown)) throw new Skip('the service shows no refund of the transaction')
    this.log.caused('transaction-refunded', {
      customerId,
      resource,
      since,
      what: 'a transaction was refunded',
    })
  }
}

const ofRamp: readonly CauseRule[] = [
  'new-autoramp',
  'autoramp-status',
  'deposit-address',
  'transaction',
  'transaction-status',
  'transaction-refunded',
]

/** Causes the events of payments in each direction. */
export async function causePayments(context: ScenarioContext, log: CauseLog): Promise<void> {
  const causes = new AutorampCauses(context, log)
  const since = Date.now()
  const ramp = await log.attempt(ofRamp, () => causes.autoramp())
  if (!ramp) return
  await log.attempt(['autoramp-status'], () => causes.approval(ramp, ramp.created))
  await log.attempt(['deposit-address'], () => causes.depositAddress(ramp, since))
  for (const state of ['Completed', 'Failed'] as const) {
    const paid = await log.attempt(['transaction', 'transaction-status'], () => causes.transaction(ramp))
    if (paid) await log.attempt(['transaction-status'], () => causes.ending(paid, state))
  }
  await log.attempt(['transaction-refunded'], async () => {
    // Without a control no transaction is simulated for it.
    refundOf(context, ramp.resource.id)
    await causes.refund(await causes.transaction(ramp))
  })
  // By now a service had time to move it.
  await log.attempt([], () => causes.moved(ramp, ramp.created, since))
  await log.attempt([], () => causes.ended(ramp, 'Cancelled'))
  await log.attempt([], () => causeOnramp(causes, log))
}

/** Causes the events of an autoramp that pays out what it receives as another coin. */
export async function causeSwap(context: ScenarioContext, log: CauseLog): Promise<void> {
  const causes = new AutorampCauses(context, log)
  const since = Date.now()
  const ramp = await log.attempt([], () => causes.autoramp(swapSubject))
  if (!ramp) return
  await log.attempt([], () => causes.depositAddress(ramp, since))
  await log.attempt([], () => causes.furtherStatuses(ramp))
}

const causeOnramp = async (causes: AutorampCauses, log: CauseLog): Promise<void> => {
  const since = Date.now()
  const ramp = await causes.autoramp(onrampSubject)
  await log.attempt([], () => causes.approval(ramp, ramp.created))
  await log.attempt([], () => causes.depositAddress(ramp, since))
  await causes.ended(ramp, 'Rejected')
}
