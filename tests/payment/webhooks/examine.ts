import { assembleReport, type Report, run, selectRules } from '../../../conformance/index.js'
import { registry } from '../../../payment/index.js'
import { planFor } from '../../conformance/support/examine.js'
import type { Sending, WrongSending } from './sending.js'
import { startSender } from './service.js'
import { freePort } from '../../support/loopback.js'

export const usual: Sending = {
  digest: 'hex',
  secret: 'whsec_bm90IGEgcmVhbCBzZWNyZXQ=',
  decodes: false,
  message: 'in data',
  wraps: false,
  id: 'message',
  type: 'type',
  extras: false,
  operations: 'registering',
  described: true,
  parallel: false,
  pace: 0,
  backoff: 60,
  answerMs: 2_500,
  pingNames: true,
}

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
    const registers = choices.operations === 'registering'
    const port = registers ? 0 : await freePort()
    if (!registers && isRegistered) service.lead(`http://127.0.0.1:${port}/hook`)
    const plan = await planFor(service, {
      rules: given.rules ?? selectRules(registry, ['webhooks/*']),
      // A busy machine answers late, which is nothing that these tests are about.
      timeoutMs: 60_000,
      webhooks: { port, secretEnv: 'RAMPART_WEBHOOK_SECRET', waitMs, answerMs: choices.answerMs },
    })
    const webhookSecret = given.secret ?? (registers ? '' : choices.secret)
    const ends = given.signal && { signal: given.signal }
    const ended = await run(registry, plan, { apiKey: 'key', webhookSecret }, ends)
    return assembleReport(registry, plan, ended, {
      redact: ended.redact,
      toolVersion: '0',
      startedAt: new Date(0),
      durationMs: 0,
    })
  } finally {
    await service.close()
  }
}
