import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { Skip } from '../../../conformance/model/outcome.js'
import { together } from '../../../conformance/model/workers.js'
import type { Hint } from '../../../document/index.js'
import { hasChange } from '../../../versions/index.js'
import type { CustomerKind } from '../../fixtures/customer.js'
import { operationLike } from '../../fixtures/routes.js'
import { succeeded } from '../../fixtures/steps.js'
import { causePayments, causeSwap } from './autoramp-causes.js'
import type { CauseLog, CauseRule } from './cause.js'
import { type CausingCustomer, CustomerCauses } from './customer-causes.js'
import { endpoint } from './endpoint.js'

/** Uses the Ping action of a webhook. @throws Skip or NotApplicable where that is impossible. */
export async function askPing(
  context: ScenarioContext,
  id: string | undefined,
  customerId: string,
): Promise<void> {
  if (id === undefined)
    throw new Skip('no operation shows the id of the webhook; send a ping in the dashboard', 'receiver')
  const operation = operationLike(context, 'post', '/webhooks/{}/ping')
  const hint: Hint = (path) => (path.at(-1) === 'customer_id' ? customerId : undefined)
  const body = operation.requestBody ? context.sampleBody(operation, hint) : undefined
  succeeded(await context.call(operation, { path: [id], body }), 'no ping could be asked for')
}

const ping = async (context: ScenarioContext, log: CauseLog, customerId: string): Promise<void> => {
  const { id } = await endpoint(context)
  const since = Date.now()
  await askPing(context, id, customerId)
  const what = 'a ping was asked for'
  log.caused('ping', { customerId: '', named: customerId, since, what, isSingle: true })
}

/** Some customers sign first and others later, which tells signing from approval. */
const causeMost = async (context: ScenarioContext, log: CauseLog): Promise<void> => {
  const causes = new CustomerCauses(context, log)
  const { version } = context.under
  const signer = await causes.customer(version)
  // A customer of its own for each step, so that a refused creation prevents the events of that step alone.
  const attempt = (
    rules: readonly CauseRule[],
    step: (customer: CausingCustomer) => Promise<unknown>,
    under = version,
    kind?: CustomerKind,
  ): Promise<unknown> => log.attempt(rules, async () => step(await causes.customer(under, kind)))
  const approve = (customer: CausingCustomer): Promise<unknown> => causes.decision(customer, true)
  const ofApproval = ['identification-status', 'abilities-identification', 'customer-status'] as const
  await log.attempt(['abilities-signing', 'customer-status'], () => causes.signing(signer))
  const early = context.session.plan.supported.find(
    (one) => !hasChange(one, 'signings-first') && one !== version,
  )
  if (early === undefined) await log.attempt(ofApproval, () => approve(signer))
  else {
    await attempt(ofApproval, approve, early)
    await attempt([], (customer) => causes.decision(customer, false), early)
    await attempt([], approve, early, 'Business')
    await attempt([], (customer) => causes.decision(customer, false), early, 'Business')
    await attempt([], (customer) => causes.completion(customer), '')
    await attempt([], (customer) => causes.completion(customer), early)
    await attempt([], (customer) => causes.completion(customer))
    await attempt([], (customer) => causes.completion(customer), version, 'Business')
    await attempt([], (customer) => causes.archival(customer), early)
  }
  const others = context.session.plan.supported.filter((one) => one !== version && one !== early)
  for (const other of others) await attempt([], (customer) => causes.completion(customer), other)
  // A registered account also triggers an abilities event, which could be mistaken for that of a signing.
  await attempt(['new-bank-account', 'fiat-address-status', 'fiat-address-straight'], (holder) =>
    causes.bankAccount(holder),
  )
  await attempt(['abilities-changed'], (reviewed) => causes.changedRails(reviewed))
  await causePayments(context, log)
  await log.attempt(['ping'], () => ping(context, log, signer.customerId))
}

/** Causes events of all kinds. A swap may never get an address, so that is awaited beside the others. */
export async function causeEvents(context: ScenarioContext, log: CauseLog): Promise<void> {
  await together([causeMost(context, log), causeSwap(context, log)])
}
