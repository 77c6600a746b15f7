import type { Plan, RulePack } from '../../conformance/index.js'
import type { ConfiguredAccess } from '../config/apply-config.js'
import type { ConfiguredPacks } from '../config/apply-config.js'
import type { OptionSource } from '../config/options.js'

/** Options of `rampart test`, as commander gives them. */
export interface TestOptions {
  /** Files or URLs of OpenAPI documents; those that the service publishes when it is absent. */
  readonly document?: readonly string[]
  /** Seconds that the run may take. */
  readonly for?: number
  /** Patterns of tags, paths and operation ids: what cases are made of, and what is left out of that. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  readonly allowDestructive?: boolean
  readonly allowRefs?: readonly string[]
  /** Header that carries the version, where there are several documents. */
  readonly versionHeader?: string
  /** Query parameter that carries it. */
  readonly versionQuery?: string
  readonly access?: ConfiguredAccess
  readonly baseUrl?: string
  readonly specUrl?: string
  readonly versions?: readonly string[]
  readonly rules?: readonly string[]
  readonly tags?: readonly string[]
  /** True for the last report, or the path of another. */
  readonly onlyFailed?: boolean | string
  readonly shard?: string
  readonly plan?: boolean
  readonly specs?: string
  readonly apiKeyEnv: string
  readonly secondKeyEnv?: string
  readonly customerId?: string
  readonly recipientAccountId?: string
  readonly subPartnerId?: string
  /** Path of a file, or from a config file its content. */
  readonly provocations?: unknown
  readonly allowWrites?: boolean
  /** Which options were given a value, and where: on the command line, in a variable, or in the config file. */
  readonly sources?: ReadonlyMap<string, OptionSource>
  /** True when leave to write stands on the command line itself, not in the environment or a file. */
  readonly writesAreExplicit?: boolean
  readonly maxCreations: number
  readonly rate?: number
  readonly concurrency?: number
  readonly timeout: number
  readonly webhookPort?: number
  readonly webhookUrl?: string
  readonly webhookSecretEnv: string
  readonly webhookWait: number
  readonly seed: number
  readonly allowOrigin?: readonly string[]
  readonly reportDir: string
  readonly baseline?: string
  readonly writeBaseline?: string
  readonly strict?: boolean
  readonly requireAll?: boolean
  /** Report that the run is compared with; the last in `reportDir` when it is absent. */
  readonly compare?: string
  readonly json?: boolean
  /** Rules of the user's own, from the config file. */
  readonly packs?: ConfiguredPacks
}

/** Additions to a plan, from files that options name. */
export type PlanExtras = Pick<Plan, 'only'> & { readonly provocations?: Provocations }

/** What a plan is made of besides options and documents. */
export type PlanInputs = PlanExtras & {
  /** Every pack that there is, whichever service it is about. */
  readonly packs: readonly RulePack[]
}

/** By structured code, how to provoke it on this service. */
export type Provocations = NonNullable<Plan['subjects']['provocations']>

/** The versions that there are documents of. */
export interface ListedVersions {
  readonly versions: readonly string[]
  /** Versions that are listed and whose documents cannot be had. */
  readonly unserved?: Plan['unserved']
  readonly default: string | null
  /** Versions that the service is known to serve besides. */
  readonly others?: readonly string[]
}

/** Requests in flight at the same time, by default. */
export const defaultAtOnce = 4
