import type { Plan, Report } from '../../conformance/index.js'
import { createSandbox, defaultApiKey, type Fault, loadReferenceService } from '../../sandbox/index.js'
import { documentsFor, documentsOf, examine, planFor } from '../conformance/support/examine.js'
import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import type { PatchOperation } from '../../conformance/model/plan.js'
import { freePort } from '../support/loopback.js'

const file = new URL('../../fixtures/sandbox/provocations.json', import.meta.url)

/** Patches that provoke the sandbox's codes about an account, a provider or a list: see docs/reference/sandbox.md. */
const sandboxProvocations = JSON.parse(readFileSync(file, 'utf8')) as Readonly<
  Record<string, readonly PatchOperation[]>
>

/** The wait for due events; long, because everything comes later on a busy machine. */
const WAIT = 5000

/** The time limit of an endpoint. */
const ANSWER = 2500

/** Deliveries to this machine, with retries and timeouts that a test can wait for. */
export const deliveringHere = { allowsLoopback: true, backoff: { first: 50 }, timeout: ANSWER }

/** Registers the receiver that the suite is about to open. */
export async function receiverOf(
  app: FastifyInstance,
): Promise<{ readonly webhooks: NonNullable<Plan['webhooks']>; readonly secret: string }> {
  const port = await freePort()
  const answer = await app.inject({
    method: 'POST',
    url: '/controls/webhooks',
    headers: { 'x-api-key': defaultApiKey, 'content-type': 'application/json' },
    payload: JSON.stringify({ label: 'suite', url: `http://127.0.0.1:${port}/` }),
  })
  const { secret } = answer.json<{ secret: string }>()
  return { webhooks: { port, secretEnv: 'RAMPART_WEBHOOK_SECRET', waitMs: WAIT, answerMs: ANSWER }, secret }
}

const reference = loadReferenceService()

/** The documents of a service without faults in them, fetched once. */
let published: ReturnType<typeof documentsOf> | undefined

/** Whether a fault changes documents, or the responses under `/spec`. */
const changesDocuments = (fault: Fault): boolean =>
  fault.hooks().document !== undefined || fault.rule.startsWith('spec-documents/')

/** The part of a sandbox that is examined. */
export interface Scope {
  /** Names of rules; all when it is absent. */
  readonly versions?: Plan['versions']
  /** Operations that cases are made for; none when it is absent. */
  readonly calls?: readonly string[] | undefined
}

/** The report on a sandbox with faults, by the rules given or by all. */
export async function examineSandbox(
  faults: readonly Fault[],
  rules?: readonly string[],
  { versions, calls }: Scope = {},
): Promise<Report> {
  const app = await createSandbox({ ...(await reference), seed: 7, faults, webhooks: deliveringHere })
  try {
    const specUrl = await app.listen({ host: '127.0.0.1', port: 0 })
    const isDelivery = (rule: string): boolean => rule.startsWith('webhooks/')
    const receiving = rules === undefined || rules.some(isDelivery) ? await receiverOf(app) : undefined
    const isOwn = faults.some(changesDocuments)
    const changes = {
      subjects: { provocations: sandboxProvocations },
      ...(receiving ? { webhooks: receiving.webhooks } : {}),
      ...(rules ? { rules } : {}),
      ...(versions ? { versions } : {}),
    }
    const documentSet = isOwn ? documentsOf(specUrl) : (published ??= documentsOf(specUrl))
    const plan = await planFor({ specUrl, baseUrl: `${specUrl}/api` }, changes, documentSet)
    const documents = calls?.[0] === undefined ? undefined : documentsFor(plan, calls, defaultApiKey)
    return await examine(plan, defaultApiKey, { webhookSecret: receiving?.secret, documents })
  } finally {
    await app.close()
  }
}
