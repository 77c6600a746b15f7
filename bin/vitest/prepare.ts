import {
  type DefinedRule,
  type Keys,
  type PackDefinition,
  packsOf,
  type Plan,
  preflight,
  type Registry,
  registryOf,
} from '../../conformance/index.js'
import { openAccess } from '../access/open-access.js'
import { grouped, ownPacks, takenIds } from '../packs/packs.js'
import type { ConfigFile } from '../config/config-file.js'
import type { CommandContext } from '../process/context.js'
import { requireUsable, readProvocations } from '../test/check-options.js'
import type { Provocations } from '../test/command.js'
import { keyFor, keysOf } from '../test/keys.js'
import { subjectOf } from '../test/plan.js'

/** Options of `contract`: those of `rampart test` that make sense inside another test run. */
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
  /** The most things that may be created; 2,000 by default. */
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

/** The process of a test runner, which ends a run by itself. */
const processContext = (): CommandContext => ({
  cwd: process.cwd(),
  env: process.env,
  stdout: () => undefined,
  stderr: (text) => void process.stderr.write(text),
  signal: new AbortController().signal,
  color: false,
  interactive: false,
})

/**
 * A plan for a service, its keys, and the rules that are about it, of documents opened as `rampart test` does, once the
 * service took a first call.
 */
export async function preparePlan(
  options: ContractOptions,
  context: CommandContext = processContext(),
  configured?: ConfigFile,
): Promise<{ readonly plan: Plan; readonly keys: Keys; readonly registry: Registry }> {
  const { provocations: patches, allowOrigins = [], packs: own = [], ...rest } = options
  const packs = [...ownPacks, ...packsOf(grouped(own), takenIds(), context.cwd)]
  const sources = new Map(Object.keys(rest).map((name) => [name, 'config' as const]))
  const given = { ...defaults, ...rest, allowOrigin: allowOrigins, sources }
  requireUsable(given, context.env, registryOf(packs))
  const provocations = await readProvocations(context.cwd, patches)
  const inputs = { packs, ...(provocations && { provocations }) }
  const subject = await subjectOf(given, inputs, context)
  const { wanted, registry, documents } = subject
  const key = keyFor(subject, given, context.env)
  const env = { ...context.env, RAMPART_API_KEY: context.env[given.apiKeyEnv] }
  const access = await openAccess(documents, configured, given.timeout * 1000, { ...context, env }, key)
  // Tokens have been fetched, and nothing renews them in a test runner.
  await access.close()
  const keys = keysOf(wanted, registry, access.documents, context.env)
  const { isSandbox } = await preflight(registry, wanted, keys)
  return { plan: { ...wanted, allowWrites: wanted.allowWrites || isSandbox }, keys, registry }
}
