import {
  type DefinedRule,
  type Keys,
  keysFrom,
  outlineOf,
  type PackDefinition,
  packsOf,
  type Plan,
  preflight,
  type Registry,
  registryOf,
} from '../../conformance/index.js'
import { fetchDocuments } from '../../fetch/index.js'
import { serviceUrls } from '../input/service-urls.js'
import { cachedCode } from '../output/cached-code.js'
import { grouped, ownPacks, registryFor, takenIds } from '../packs/packs.js'
import { requireUsable, readProvocations } from '../test/check-options.js'
import { inputsOf, versionsOf } from '../test/documents.js'
import type { Provocations } from '../test/command.js'
import { makePlan } from '../test/plan.js'

/** Options of `contract`: those of `rampart test` that make sense inside of another test run. */
export interface ContractOptions {
  /** API root of the service, usually ending in `/api`. */
  readonly baseUrl: string
  /** Host that serves `/spec/versions`; by default the base URL without `/api`. */
  readonly specUrl?: string
  /** Name of the environment variable that holds the API key; `RAMPART_API_KEY` by default. */
  readonly apiKeyEnv?: string
  /** Name of the environment variable that holds the key of another partner. */
  readonly secondKeyEnv?: string
  /** Versions to test; all that the service lists by default. */
  readonly versions?: readonly string[]
  /** Rules to judge, for instance `versioning/*`; all by default. */
  readonly rules?: readonly string[]
  /** Rules that have one of these tags and none of those written as `not:TAG`. */
  readonly tags?: readonly string[]
  /** Permission to create things on a service that shows no controls of a sandbox. */
  readonly allowWrites?: boolean
  /** How many things may be created; 2,000 by default. */
  readonly maxCreations?: number
  /** Most requests a second; no bound by default. */
  readonly rate?: number
  /** Longest wait for one answer in seconds; 10 by default. */
  readonly timeout?: number
  readonly seed?: number
  readonly customerId?: string
  readonly recipientAccountId?: string
  readonly subPartnerId?: string
  /** By structured code, the JSON Patch that provokes it on this service. */
  readonly provocations?: Provocations
  /** Packs of rules of your own, and single rules. */
  readonly packs?: readonly (PackDefinition | DefinedRule)[]
  /** Other origins that documents may be read from. */
  readonly allowOrigins?: readonly string[]
}

const defaults = {
  apiKeyEnv: 'RAMPART_API_KEY',
  maxCreations: 2_000,
  concurrency: 1,
  timeout: 10,
  seed: 0,
  reportDir: '',
  webhookSecretEnv: 'RAMPART_WEBHOOK_SECRET',
  webhookWait: 60,
}

/**
 * A plan for a service, the keys that it names, and the rules that are about it. Fetches documents and generates code as `rampart test` does, once
 * nothing is wrong with the options.
 */
export async function preparePlan(
  options: ContractOptions,
): Promise<{ readonly plan: Plan; readonly keys: Keys; readonly registry: Registry }> {
  const { provocations: patches, allowOrigins = [], packs: own = [], ...rest } = options
  const packs = [...ownPacks, ...packsOf(grouped(own), takenIds(), process.cwd())]
  const sources = new Map(Object.keys(rest).map((name) => [name, 'config' as const]))
  const given = { ...defaults, ...rest, sources }
  requireUsable(given, process.env, registryOf(packs))
  const provocations = await readProvocations(process.cwd(), patches)
  const urls = serviceUrls(options.baseUrl, options.specUrl)
  const set = await fetchDocuments({
    specUrl: urls.specUrl,
    allowOrigins,
    limits: { timeoutMs: given.timeout * 1000 },
  })
  const outlines = inputsOf(set).map(({ name, text }) => outlineOf(name, text))
  const registry = registryFor(packs, outlines)
  const generated = await cachedCode(inputsOf(set), process.env, new AbortController().signal)
  const plan = makePlan(
    given,
    urls,
    versionsOf(set),
    generated,
    registry,
    provocations ? { provocations } : {},
  )
  const keys = keysFrom(plan, process.env)
  const { isSandbox } = await preflight(registry, plan, keys)
  return { plan: { ...plan, allowWrites: plan.allowWrites || isSandbox }, keys, registry }
}
