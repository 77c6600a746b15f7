import type { Plan, Report } from '../../conformance/index.js'
import { createSandbox, defaultApiKey, type Fault, loadReferenceService } from '../../sandbox/index.js'
import { type CodeFolder, documentsOf } from '../conformance/support/code.js'
import { documentsFor, examine, planFor } from '../conformance/support/examine.js'
import { sandboxProvocations } from '../conformance/support/provocations.js'
import { deliveringHere, receiverOf } from './receiving.js'

const reference = loadReferenceService()

/** What a service publishes without faults of what it publishes, which is fetched once. */
let published: ReturnType<typeof documentsOf> | undefined

/** Whether a fault changes documents, or the responses under `/spec`. */
const changesDocuments = (fault: Fault): boolean =>
  fault.hooks().document !== undefined || fault.rule.startsWith('spec-documents/')

/** The part of a sandbox that is examined. */
interface Scope {
  /** All when it is absent. */
  readonly versions?: Plan['versions']
  /** Operations that cases are made for; without them none are made. */
  readonly calls?: readonly string[] | undefined
}

/** The report on a sandbox with faults, by the rules given or by all. */
export async function examineSandbox(
  code: CodeFolder,
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
    const plan = await planFor({ specUrl, baseUrl: `${specUrl}/api` }, code, changes, documentSet)
    const documents = calls && (await documentsFor(plan, calls, defaultApiKey))
    return await examine(plan, defaultApiKey, { webhookSecret: receiving?.secret, documents })
  } finally {
    await app.close()
  }
}
