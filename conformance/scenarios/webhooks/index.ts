import type { Scenario } from '../../engine/context.js'
import { webhooksRules } from '../../catalogue/webhooks.js'
import { abilitiesEventScenarios } from './abilities.js'
import { expectArrival } from './arrivals.js'
import { deliveryScenarios } from './delivery.js'
import { retryScenarios } from './retry.js'
import { transactionEventScenarios } from './transactions.js'

const own: Readonly<Record<string, Scenario>> = {
  ...deliveryScenarios,
  ...retryScenarios,
  ...abilitiesEventScenarios,
  ...transactionEventScenarios,
}

/** Rules without steps of their own want an event to arrive. */
const arriving = webhooksRules
  .filter(({ id }) => !(id in own))
  .map(({ id }) => [id, expectArrival(id)] as const)

/** Events: what is delivered, how, and of which kinds. */
export const webhookScenarios: Readonly<Record<string, Scenario>> = {
  ...own,
  ...Object.fromEntries(arriving),
}
