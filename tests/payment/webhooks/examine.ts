import { type Report, selectRules } from '../../../conformance/index.js'
import { registry } from '../../../payment/index.js'
import { examine, planFor } from '../../conformance/support/examine.js'
import { type Sending, usual, type WrongSending } from './sending.js'
import { startSender } from './service.js'
import { freePort } from '../../support/loopback.js'

export { usual } from './sending.js'

/** The input of a test for the suite besides the service. */
export interface Given {
  readonly sending?: Partial<Sending>
  readonly wrong?: WrongSending
  readonly waitMs?: number
  /** The secret in the environment; by default that of the service where it is registered by hand. */
  readonly secret?: string
  /** Whether the user registered the receiver, where it is not done by an operation. */
  readonly isRegistered?: boolean
  /** Rules that are judged; by default all of them. */
  readonly rules?: readonly string[]
  /** Ends the run early. */
  readonly signal?: AbortSignal
}

/** Runs the rules of webhooks against a service that sends them. */
export const examineSender = async (given: Given): Promise<Report> => {
  const { sending, wrong, waitMs = 20_000, isRegistered = true } = given
  const choices = { ...usual, ...sending }
  const service = await startSender(choices, wrong)
  try {
    const registers = /^(registering|replacing)$/.test(choices.operations)
    const port = registers ? 0 : await freePort()
    if (!registers && isRegistered) service.lead(`http://127.0.0.1:${port}/hook`)
    const plan = await planFor(service, {
      rules: given.rules ?? selectRules(registry, ['webhooks/*']),
      // A busy machine answers late, which these tests do not cover.
      timeoutMs: 60_000,
      webhooks: { port, secretEnv: 'RAMPART_WEBHOOK_SECRET', waitMs, answerMs: choices.answerMs },
    })
    const webhookSecret = given.secret ?? (registers ? '' : choices.secret)
    return await examine(plan, 'key', { webhookSecret, signal: given.signal })
  } finally {
    await service.close()
  }
}
