import type {
  Prepare,
  SchemeSettings,
  SentSettings,
  Subjects,
  AnyOperations,
  DefinedRule,
  Fixture,
  FixtureTools,
  PackDefinition,
  RuleDefinition,
} from '../../conformance/index.js'
import type { PolicySettings } from '../../diff/index.js'

/** The argument and the result of `prepare`, for a module that exports it. */
export type { Prepare, PrepareContext, Prepared } from '../../conformance/index.js'

export type {
  Answer,
  AnswerOf,
  AnyOperations,
  BodyOf,
  CalledOperation,
  CallRequest,
  DefinedRule,
  DocumentOutline,
  Fixture,
  FixtureTools,
  ObserverRule,
  PackDefinition,
  RuleDefinition,
  RuleObservation,
  ScenarioRule,
  ScenarioTools,
  UncheckedRequest,
} from '../../conformance/index.js'

/** Data of templates, for your own templates. */
export type { TemplateModel } from '../../generator/index.js'

/** Values for options of commands, by the option's name in camel case: `--base-url` is `baseUrl`. */
export type OptionValues = Readonly<Record<string, string | number | boolean | readonly string[]>>

type Provocations = NonNullable<Subjects['provocations']>

/** Values for options of `rampart test`. */
export interface TestOptionValues {
  /** The patches themselves, or the path of a JSON file that holds them. */
  readonly provocations?: string | Provocations
  readonly [option: string]: OptionValues[string] | Provocations | undefined
}

/** Values for options of `rampart diff`. */
export interface DiffOptionValues {
  /** The policy itself, or the path of a JSON file that holds it. */
  readonly policy?: string | PolicySettings
  readonly [option: string]: OptionValues[string] | PolicySettings | undefined
}

/**
 * The sources of credentials: by name of a security scheme, and as fields of every request. Members are names of
 * environment variables.
 */
export interface ConfiguredAuth {
  readonly headers?: Readonly<Record<string, SentSettings>>
  readonly query?: Readonly<Record<string, SentSettings>>
  readonly cookies?: Readonly<Record<string, SentSettings>>
  readonly [scheme: string]: SchemeSettings | Readonly<Record<string, SentSettings>> | undefined
}

/** The content of `rampart.config.ts`, `.js` or `.json`, without keys, which belong in the environment. */
export interface RampartConfig {
  /** Host that serves `/spec/versions`. */
  readonly specUrl?: string
  /** API root of the service under test. */
  readonly baseUrl?: string
  /** The sources of credentials for `rampart test --document`. */
  readonly auth?: ConfiguredAuth
  /** Creates what `rampart test --document` needs: a function, or the path of a module whose default export is one. */
  readonly prepare?: Prepare | string
  /** Rules of your own: packs, single rules, and paths of modules that export such. */
  readonly packs?: readonly (PackDefinition | DefinedRule | string)[]
  /** Folder of the fetched documents. */
  readonly specs?: string
  readonly fetch?: OptionValues
  readonly generate?: OptionValues
  readonly diff?: DiffOptionValues
  readonly changelog?: DiffOptionValues
  readonly upgrade?: OptionValues
  readonly test?: TestOptionValues
  readonly check?: OptionValues
  readonly doctor?: OptionValues
  readonly inspect?: OptionValues
  readonly open?: OptionValues
  readonly 'merge-reports'?: OptionValues
  readonly sandbox?: OptionValues
  readonly rules?: OptionValues
  /** `templates: { eject: { to: 'my-templates' } }`. */
  readonly templates?: Readonly<Record<string, OptionValues>>
  /** By command of the group: `webhook: { listen: { port: 4020 } }`. */
  readonly webhook?: Readonly<Record<string, OptionValues>>
}

/**
 * Gives a rule its types, and those of a document: `defineRule<operations>` with the interface of a generated
 * `types.d.ts`. Returns its argument; mistakes in it are reported when it runs.
 */
export function defineRule<Operations = AnyOperations>(rule: RuleDefinition<Operations>): DefinedRule {
  return rule
}

/**
 * Gives a fixture, which several rules need, its types. The type of the tools names the document:
 * `defineFixture('an order', async ({ call }: FixtureTools<operations>) => ...)`.
 * @param name a few words, which no other fixture of a run has
 * @param make calls the service and returns the value for rules; ends by `skip` or `notApplicable` where it
 * cannot
 */
export function defineFixture<Value, Operations = AnyOperations>(
  name: string,
  make: (tools: FixtureTools<Operations>) => Promise<Value>,
): Fixture<Value> {
  return { name, make }
}

/** Gives a pack of rules its types; returns its argument. */
export function definePack(pack: PackDefinition): PackDefinition {
  return pack
}

/** Gives a config file its types; returns its argument. */
export function defineConfig(config: RampartConfig): RampartConfig {
  return config
}
