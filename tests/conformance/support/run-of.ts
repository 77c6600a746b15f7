import { type Plan, registryOf, type Registry, run } from '../../../conformance/index.js'
import type { Api } from '../../../conformance/model/case.js'
import type { ExploreSettings } from '../../../conformance/model/explorer.js'
import type { CredentialSource } from '../../../conformance/requests/write-request.js'
import { documentPack } from '../../../conformance/rules/document-pack.js'
import type { RunOptions } from '../../../conformance/run/run.js'
import { nobody } from './make.js'

/** The rules that any document gives. */
export const documentRules = registryOf([documentPack])

/** Differences of a run from the usual one, which writes, and changes nothing that it did not create. */
export interface RunChanges extends Omit<RunOptions, 'documents'> {
  readonly registry?: Registry
  readonly plan?: Partial<Plan>
  readonly settings?: Partial<ExploreSettings>
  readonly credentials?: CredentialSource
}

/** A whole run of rules, by default those of a document, and of the cases of documents. */
export function runOf(
  one: Api | readonly Api[],
  { registry = documentRules, plan, settings, credentials = nobody, ...options }: RunChanges = {},
): ReturnType<typeof run> {
  const apis = [one].flat()
  const versions = apis.map(({ version }) => version)
  const whole: Plan = {
    baseUrl: apis[0]?.baseUrl ?? '',
    specUrl: '',
    apis,
    versions,
    supported: versions,
    rules: registry.rules.map(({ id }) => id),
    defaultVersion: null,
    allowWrites: true,
    apiKeyEnv: '',
    timeoutMs: 5_000,
    seed: 1,
    subjects: {},
    service: {},
    mostAtOnce: 1,
    maxCreations: 200,
    ...plan,
  }
  const documents = {
    apis: apis.map((api) => ({ api, credentials })),
    settings: {
      seed: 1,
      budgetMs: 20_000,
      concurrency: 1,
      allowWrites: true,
      allowDestructive: false,
      known: {},
      ...settings,
    },
  }
  return run(
    registry,
    whole,
    { apiKey: '', credentials: (call, api) => credentials.apply(call, api) },
    { ...options, documents },
  )
}
