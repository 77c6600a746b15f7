import { clockControls } from './clock.js'
import type { Control } from './control.js'
import { customerControls } from './customers.js'
import { eventControls } from './events.js'
import { openBankingControls } from './open-banking.js'
import { webhookAttemptControls } from './webhook-attempts.js'
import { webhookControls } from './webhooks.js'

/** Every control of the sandbox. */
export const controls: readonly Control[] = [
  ...clockControls,
  ...eventControls,
  ...customerControls,
  ...openBankingControls,
  ...webhookControls,
  ...webhookAttemptControls,
]
