import {
  openObservation,
  type OpenObservation,
  outlineOf,
  packsFor,
  type PacksRun,
  paymentPack,
  type Plan,
  type Registry,
  registryOf,
  runPacks,
  selectRules,
} from '../../conformance/index.js'
import type { Api, ExploreSettings } from '../../explore/index.js'
import type { OpenedAccess } from '../access/open-access.js'
import { everyPack } from '../packs/packs-of-run.js'
import { withStrays } from '../packs/with-strays.js'
import type { CommandContext } from '../process/context.js'
import type { ExploredSet } from './documents.js'
import type { ExploreOptions } from './options.js'

/** Rules of the user's own, ready to look on and to be run. */
export interface OwnRules {
  /** Their ids. */
  readonly ids: readonly string[]
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
}

const registryFor = async (
  { inputs }: ExploredSet,
  options: ExploreOptions,
  context: CommandContext,
): Promise<Registry> => {
  const all = await everyPack(options.packs, context)
  // The rules of the payment API want its version list: they are run without --document.
  const own = all.filter((pack) => pack !== paymentPack)
  const outlines = inputs.map(({ name, text }) => outlineOf(name, text))
  return registryOf(packsFor(own, outlines))
}

const planOf = (
  registry: Registry,
  { set, settings, access }: OwnRulesInput,
  options: ExploreOptions,
): Plan => {
  const versions = set.apis.map(({ version }) => version)
  const { versionHeader } = options
  return {
    baseUrl: set.apis[0]?.baseUrl ?? '',
    specUrl: set.apis[0]?.baseUrl ?? '',
    generated: set.generated,
    versions,
    supported: versions,
    defaultVersion: null,
    rules: selectRules(registry, options.rules ?? []),
    allowWrites: settings.allowWrites,
    apiKeyEnv: options.apiKeyEnv,
    timeoutMs: settings.timeoutMs,
    seed: settings.seed,
    subjects: {},
    maxCreations: settings.maxCreations,
    ...(settings.rate !== undefined && { rate: settings.rate }),
    service: { known: access.known, ...(versionHeader !== undefined && { versionHeader }) },
  }
}

/**
 * Opens the rules of the user's own that are about these documents; undefined where there are none.
 * @throws RampartError PACK_INVALID or CONFIG_INVALID.
 */
export async function openOwnRules(
  input: OwnRulesInput,
  options: ExploreOptions,
  context: CommandContext,
): Promise<OwnRules | undefined> {
  if (options.packs === undefined) return undefined
  const registry = await registryFor(input.set, options, context)
  if (registry.rules.length === 0) return undefined
  const plan = planOf(registry, input, options)
  const observation = await openObservation(registry, plan)
  const [first] = input.access.credentials
  const keys = {
    apiKey: '',
    credentials: (operation: Api['operations'][number], kind: 'own' | 'none' | 'wrong') =>
      first?.apply(operation, kind) ?? { headers: [], query: [], cookies: [] },
    secrets: input.access.credentials.flatMap(({ secrets }) => secrets),
  }
  return {
    ids: registry.rules.map(({ id }) => id),
    look: observation.judge,
    run: () =>
      withStrays(
        () => runPacks(registry, plan, keys, { observed: observation.take(), signal: context.signal }),
        context,
      ),
  }
}
