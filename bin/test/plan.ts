import type { Plan, Registry, RulePack } from '../../conformance/index.js'
import { didYouMean, fileReason, RampartError, wrongUse } from '../../diagnostics/index.js'
import { parseHttpUrl } from '../../fetch/index.js'
import { paymentPack } from '../../payment/index.js'
import { isDescribed, versions as described } from '../../versions/index.js'
import { given } from '../input/given.js'
import { serviceUrls, type ServiceUrls } from '../input/service-urls.js'
import { registryFor } from '../packs/packs.js'
import { type CommandContext, portFor } from '../process/context.js'
import { rulesFor } from '../packs/rules-asked.js'
import { apisOf, type TestedDocument } from './apis.js'
import {
  defaultAtOnce,
  type ListedVersions,
  type PlanExtras,
  type PlanInputs,
  type TestOptions,
} from './command.js'
import { documentsFor, outlinesOf } from './documents.js'

/** The settings of receiving webhooks; none without a port. */
export function webhookPlan(options: TestOptions): Pick<Plan, 'webhooks'> {
  const { webhookPort, webhookUrl, webhookSecretEnv, webhookWait } = options
  if (webhookPort === undefined && webhookUrl)
    throw wrongUse('--webhook-url needs the port that it leads to; give --webhook-port too')
  if (webhookPort === undefined) return {}
  const url = webhookUrl ? parseHttpUrl(webhookUrl, '--webhook-url').href : undefined
  const waitMs = webhookWait * 1000
  return { webhooks: { port: webhookPort, secretEnv: webhookSecretEnv, waitMs, ...given({ url }) } }
}

/** Makes sure that the run can listen on the port of webhooks, before anything else is done. */
export async function requireFreePort({ webhookPort = 0 }: TestOptions): Promise<void> {
  if (webhookPort === 0) return
  await portFor(webhookPort).catch((cause: unknown) => {
    const message = `cannot listen on port ${webhookPort} of 127.0.0.1: ${fileReason(cause)}`
    throw new RampartError('WEBHOOK_PORT_TAKEN', { message, cause })
  })
}

/** Longest wait for a service that stopped serving. */
const usualPatienceMs = 10_000
const longestPatienceMs = 30_000

/** The longest outage to wait for: a short run must not wait long, and a long one can outlast a locked database. */
export function patienceFor(forMs: number): number {
  return Math.min(forMs, longestPatienceMs, Math.max(usualPatienceMs, forMs / 4))
}

/** The versions to test: those that are asked for, which have to be listed, or all. */
const versionsFor = (wanted: readonly string[] | undefined, listed: readonly string[]): readonly string[] => {
  const asked = wanted ?? []
  const unknown = asked.filter((version) => !listed.includes(version))
  const lines = unknown.map((name) => `there is no document of version ${name}${didYouMean(name, listed)}`)
  if (lines.length > 0) throw new RampartError('VERSIONS_UNKNOWN', { message: lines.join('\n') })
  return asked.length === 0 ? listed : listed.filter((version) => asked.includes(version))
}

/** The plan of a run about a service, before its preflight. @param apis the documents of the tested versions */
export function makePlan(
  options: TestOptions,
  urls: ServiceUrls,
  listed: ListedVersions,
  apis: Plan['apis'],
  registry: Registry,
  { only, provocations, packs = [] }: PlanExtras & { readonly packs?: readonly RulePack[] },
): Plan {
  const { unserved = [], others = [] } = listed
  const tested = listed.versions
  // A listed date without a document counts as a version only if the specification has it.
  const named = unserved.flatMap(({ version }) => (isDescribed(version) ? [version] : []))
  const { customerId, recipientAccountId, subPartnerId, secondKeyEnv, rate } = options
  return {
    ...urls,
    apis,
    service: registry.service ?? {},
    versions: versionsFor(options.versions, tested),
    supported: [...new Set([...tested, ...named, ...others])].toSorted(),
    ...(unserved.length === 0 ? {} : { unserved }),
    defaultVersion: listed.default,
    rules: rulesFor(options, registry, packs),
    allowWrites: options.allowWrites === true,
    apiKeyEnv: options.apiKeyEnv,
    timeoutMs: options.timeout * 1000,
    seed: options.seed,
    maxCreations: options.maxCreations,
    ...(options.for !== undefined && { patienceMs: patienceFor(options.for * 1000) }),
    mostAtOnce: options.concurrency ?? defaultAtOnce,
    ...given({ concurrency: options.concurrency, secondKeyEnv, rate, only }),
    ...webhookPlan(options),
    subjects: given({ customerId, recipientAccountId, subPartnerId, provocations }),
  }
}

/** The documents and the rules of a run, and its plan before the service was looked at. */
export interface Subject {
  readonly documents: readonly TestedDocument[]
  readonly registry: Registry
  readonly wanted: Plan
}

/** Opens the documents of a service, and chooses the rules that are about it. */
export async function subjectOf(
  options: TestOptions,
  inputs: PlanInputs,
  context: CommandContext,
): Promise<Subject> {
  const { opened, listed } = await documentsFor(options, context)
  const fitting = registryFor(inputs.packs, outlinesOf(opened))
  // A service that publishes dated versions takes the version header and the key as the payment API does.
  const isPublished = options.document === undefined
  const { service = isPublished ? paymentPack.service : undefined } = fitting
  const registry = { ...fitting, ...(service && { service }) }
  const versions = versionsFor(options.versions, listed.versions)
  const tested = opened.filter(({ version }) => versions.includes(version))
  const documents = await apisOf(tested, options, registry, context)
  const apis = documents.map(({ api }) => api)
  const baseUrl = apis[0]?.baseUrl ?? ''
  const specUrl = registry.service ? serviceUrls(baseUrl, options.specUrl).specUrl : ''
  // A service that a pack describes serves the versions of the pack, whichever documents are named.
  const known = fitting.service && !isPublished ? { ...listed, others: described } : listed
  const wanted = makePlan(options, { baseUrl, specUrl }, known, apis, registry, inputs)
  return { documents, registry, wanted }
}
