import type { Scenario } from '../../../conformance/rules/context.js'
import { catalogue } from '../../statements/index.js'
import { abilitiesEventScenarios } from './abilities.js'
import { deliveryScenarios } from './delivery.js'
import { documentedScenarios } from './documented.js'
import { expectArrival } from './evidence.js'
import { retryScenarios } from './retries.js'
import { subjectScenarios } from './subjects.js'
import { subscriptionScenarios } from './subscriptions.js'
import { transactionEventScenarios } from './transactions.js'

const own: Readonly<Record<string, Scenario>> = {
  ...deliveryScenarios,
  ...retryScenarios,
  ...subjectScenarios,
  ...documentedScenarios,
  ...subscriptionScenarios,
  ...abilitiesEventScenarios,
  ...transactionEventScenarios,
}

/** Rules without steps of their own want an event to arrive. */
const arriving = catalogue
  .filter(({ id }) => id.startsWith('webhooks/') && !(id in own))
  .map(({ id }) => [id, expectArrival(id)] as const)

/** Events: what is delivered, how, and of which kinds. */
export const webhookScenarios: Readonly<Record<string, Scenario>> = {
  ...own,
  ...Object.fromEntries(arriving),
}
