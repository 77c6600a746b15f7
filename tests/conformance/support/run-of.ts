import { type Plan, type Registry, run } from '../../../conformance/index.js'
import type { Api } from '../../../conformance/model/case.js'

/** A whole run of the rules of a registry and of the cases of a document. @param writes whether cases may write too */
export function runOf(api: Api, registry: Registry, writes: boolean): ReturnType<typeof run> {
  const plan: Plan = {
    baseUrl: api.baseUrl,
    specUrl: '',
    apis: [api],
    versions: [api.version],
    supported: [api.version],
    rules: registry.rules.map(({ id }) => id),
    defaultVersion: null,
    allowWrites: true,
    apiKeyEnv: '',
    timeoutMs: 5_000,
    seed: 1,
    subjects: {},
    service: {},
    mostAtOnce: 1,
    maxCreations: 60,
  }
  const credentials = { apply: () => ({ headers: [], query: [], cookies: [] }) }
  const settings = {
    seed: 1,
    budgetMs: 20_000,
    concurrency: 1,
    allowWrites: writes,
    allowDestructive: false,
    known: {},
  }
  const documents = { apis: [{ api, credentials }], settings }
  return run(registry, plan, { apiKey: '', credentials: credentials.apply }, { documents })
}
