import {
  type CredentialsFor,
  type Keys,
  openObservation,
  type OpenObservation,
  type PacksRun,
  type Plan,
  type ServicePlan,
  runPacks,
} from '../../conformance/index.js'
import type { ExploreSettings } from '../../conformance/index.js'
import type { OpenedAccess } from '../access/open-access.js'
import { withStrays } from '../packs/with-strays.js'
import type { CommandContext } from '../process/context.js'
import type { ExploredSet } from './documents.js'
import type { ExploreOptions } from './options.js'
import type { ExploredRules } from './rules.js'

/** Rules of the user's own, ready to look on and to be run. */
export interface OwnRules {
  /** Shows them an exchange of the exploration. */
  readonly look: OpenObservation['judge']
  /** Judges them, after everything was seen. */
  readonly run: () => Promise<PacksRun>
}

/** What rules of one's own are run with. */
export interface OwnRulesInput {
  readonly set: ExploredSet
  readonly settings: ExploreSettings
  readonly access: OpenedAccess
  readonly rules: ExploredRules
  /** Ids of the rules that are judged. */
  readonly asked: ReadonlySet<string>
}

const serviceOf = (
  { set, access }: OwnRulesInput,
  { versionHeader, versionQuery }: ExploreOptions,
): ServicePlan => ({
  known: access.known,
  ...(set.apis.length > 1 && {
    baseUrls: Object.fromEntries(set.apis.map(({ version, baseUrl }) => [version, baseUrl])),
  }),
  ...(versionHeader !== undefined && { versionHeader }),
  ...(versionQuery !== undefined && { versionQuery }),
})

const planOf = (input: OwnRulesInput, options: ExploreOptions): Plan => {
  const { set, settings, rules, asked } = input
  const versions = set.apis.map(({ version }) => version)
  const baseUrl = set.apis[0]?.baseUrl ?? ''
  return {
    baseUrl,
    specUrl: baseUrl,
    generated: new Map(set.apis.map(({ version, surface }) => [version, surface])),
    versions,
    supported: versions,
    defaultVersion: null,
    rules: rules.own.rules.map(({ id }) => id).filter((id) => asked.has(id)),
    allowWrites: settings.allowWrites,
    apiKeyEnv: options.apiKeyEnv,
    timeoutMs: settings.timeoutMs,
    seed: settings.seed,
    subjects: {},
    maxCreations: settings.maxCreations,
    ...(options.rate !== undefined && { rate: options.rate }),
    service: serviceOf(input, options),
  }
}

/** Each document has security schemes of its own. */
const keysOf = ({ set, access }: OwnRulesInput): Keys => {
  const byVersion = new Map(set.apis.map(({ version }, index) => [version, access.credentials[index]]))
  const credentials: CredentialsFor = (operation, kind, version) =>
    byVersion.get(version)?.apply(operation, kind) ?? { headers: [], query: [], cookies: [] }
  return { apiKey: '', credentials, secrets: () => access.credentials.flatMap(({ secrets }) => secrets) }
}

/** Opens the rules of the user's own that are asked for; undefined where there are none. */
export async function openOwnRules(
  input: OwnRulesInput,
  options: ExploreOptions,
  context: CommandContext,
): Promise<OwnRules | undefined> {
  const { own } = input.rules
  const plan = planOf(input, options)
  if (plan.rules.length === 0) return undefined
  const observation = await openObservation(own, plan)
  const run = async (): Promise<PacksRun> => {
    for (const one of input.access.credentials) await one.fresh()
    const observed = observation.take()
    return runPacks(own, plan, keysOf(input), { observed, signal: context.signal })
  }
  return { look: observation.judge, run: () => withStrays(run, context) }
}
