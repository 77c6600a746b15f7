import type { OptionSource } from '../config/options.js'
import type { Plan, RulePack } from '../../conformance/index.js'
import type { ConfiguredSettings } from '../config/apply-config.js'
import {
  duration,
  perSecond,
  port,
  seconds,
  seed,
  shard,
  variableSuchAs,
  wholeNumber,
} from '../input/option-values.js'
import {
  type Declaration,
  documents,
  file,
  flag,
  folder,
  number,
  type OptionsOf,
  referenceRoots,
  text,
} from '../input/options.js'

/** Options of `rampart test`. */
const testOptions = {
  baseUrl: text('<url>', 'API root of the service, usually ending in /api (RAMPART_BASE_URL)'),
  specUrl: text('<url>', 'host that serves /spec/versions (default: the base URL without /api)'),

  // The documents, and what cases are made of them.
  document: documents(
    '<file...>',
    'OpenAPI documents (files or URLs) in place of those that the service publishes',
    { excludes: ['specs', 'allowOrigin'] },
  ),
  for: text(
    '<time>',
    'how long at most, for instance 60s or 5m (default: 60s for cases of the documents, or 15s after the rules of a specification)',
    { parse: duration },
  ),
  include: text('<pattern...>', 'tags, paths or operation ids to make cases of; "*" is any text'),
  exclude: text('<pattern...>', 'those to leave out'),
  allowDestructive: flag('change and delete also what the run did not create'),
  allowRefs: referenceRoots('<host...>', 'hosts and folders that references of documents may lead to'),
  versionHeader: text('<name>', 'with several documents: the header that says which one is meant'),
  versionQuery: text('<name>', 'with several documents: the query parameter that does'),

  // The selection of versions, rules and operations.
  versions: text('<date...>', 'versions to test (default: all that the service lists)', {
    names: 'versions',
  }),
  rules: text(
    '<glob...>',
    'rules to judge, for instance "versioning/*"; with ! before it, to leave out (default: all)',
    { names: 'rules' },
  ),
  tags: text('<tag...>', 'rules with one of these tags: area, kind, severity, need; "not:TAG" leaves out', {
    names: 'tags',
  }),
  onlyFailed: file('[report]', 'rules that failed in a report (default: the last in --report-dir)'),
  shard: text('<i/n>', 'run one of n parts; "rampart merge-reports" puts them together', { parse: shard }),
  plan: flag('show what would run, what would be skipped, and why; only the documents are requested', {
    excludes: ['writeBaseline', 'baseline', 'compare', 'requireAll', 'strict', 'shard'],
  }),
  specs: folder('<dir>', 'with --plan: fetched documents, so that nothing is sent at all', { needs: 'plan' }),

  // Identity and credentials.
  apiKeyEnv: text('<name>', 'environment variable that holds the API key', {
    parse: variableSuchAs('RAMPART_API_KEY'),
    usual: 'RAMPART_API_KEY',
  }),
  secondKeyEnv: text('<name>', 'environment variable that holds the key of another partner', {
    parse: variableSuchAs('RAMPART_SECOND_KEY'),
  }),
  customerId: text('<uuid>', 'a customer to use instead of creating one'),
  recipientAccountId: text('<uuid>', 'a registered bank account of that customer', { needs: 'customerId' }),
  subPartnerId: text('<uuid>', 'a sub-partner of the partner whose key is used'),
  provocations: file('<file>', 'JSON: by structured code, the JSON Patch that provokes it here', {
    hasContent: true,
  }),

  // Where webhooks are received.
  webhookPort: number('<port>', 'receive webhooks on this port of 127.0.0.1 (0: a free one)', {
    parse: port,
  }),
  webhookUrl: text('<url>', 'public URL that leads to that port; register it for all events'),
  webhookSecretEnv: text('<name>', 'environment variable that holds the secret of that webhook', {
    parse: variableSuchAs('RAMPART_WEBHOOK_SECRET'),
    usual: 'RAMPART_WEBHOOK_SECRET',
    needs: 'webhookPort',
  }),
  webhookWait: number('<seconds>', 'longest wait for expected webhooks', {
    parse: seconds,
    usual: 60,
    needs: 'webhookPort',
  }),

  // How requests are sent.
  allowWrites: flag(
    'create things; the default on a sandbox, and on this machine for an API that no pack knows',
  ),
  noAllowWrites: flag('create nothing, wherever the service is'),
  maxCreations: number('<number>', 'most things to create', {
    parse: wholeNumber(1, 1_000_000),
    usual: 2_000,
  }),
  rate: number('<number>', 'most requests a second (default: no bound)', { parse: perSecond }),
  concurrency: number(
    '<number>',
    'concurrent rules and requests (default: 4 requests, and 1 rule, or 4 if the service is far away)',
    {
      parse: wholeNumber(1, 64),
    },
  ),
  timeout: number('<seconds>', 'longest wait for one response', { parse: seconds, usual: 10 }),
  seed: number('<number>', 'seed: a run with the same one sends the same requests', {
    parse: seed,
    usual: 0,
  }),
  allowOrigin: text('<url>', 'another origin that documents may be read from (repeatable)', {
    isRepeatable: true,
  }),

  // Reports.
  reportDir: folder('<dir>', 'folder for the reports', { usual: 'rampart-report' }),
  baseline: file('<file>', 'known findings, each with a reason and the day it expires'),
  writeBaseline: file('<file>', 'write the findings of this run as a baseline'),
  compare: file(
    '<report>',
    'warn of rules that this report judged and the run does not (default: the last in --report-dir)',
  ),
  strict: flag('end with 1 also when the report has warnings'),
  requireAll: flag('end with 1 also when rules were skipped'),
  json: flag('print the report as JSON instead of the summary'),
}

export type TestOptions = OptionsOf<typeof testOptions> &
  ConfiguredSettings & {
    /** The sources of given options: the command line, a variable, or the config file. */
    readonly sources?: ReadonlyMap<string, OptionSource>
  }

/** Additions to a plan, from files that options name. */
export type PlanExtras = Pick<Plan, 'only'> & { readonly provocations?: Provocations }

/** The parts of a plan besides options and documents. */
export type PlanInputs = PlanExtras & {
  /** All packs, for any service. */
  readonly packs: readonly RulePack[]
}

/** By structured code, how to provoke it on this service. */
export type Provocations = NonNullable<Plan['subjects']['provocations']>

/** The versions with documents. */
export interface ListedVersions {
  readonly versions: readonly string[]
  /** Listed versions without documents. */
  readonly unserved?: Plan['unserved']
  readonly default: string | null
  /** Versions that the service is known to serve besides. */
  readonly others?: readonly string[]
}

/** Requests in flight at the same time, by default. */
export const defaultAtOnce = 4

/** The command `rampart test`: the contract suite against a live service. */
export const testCommand = {
  name: 'test',
  description: 'Test a live service against its documents, and against the rules about them.',
  options: testOptions,
  examples: [
    'npx rampart test --base-url https://api.example.com/api',
    'npx rampart test --base-url https://api.example.com/api --rules "versioning/*"',
    'npx rampart test --base-url https://api.example.com/api --plan --specs specs',
    'npx rampart test --document openapi.yaml --base-url http://127.0.0.1:8000 --for 2m',
  ],
} satisfies Declaration
