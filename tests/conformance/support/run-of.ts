import { type Plan, type Registry, run } from '../../../conformance/index.js'
import type { Api } from '../../../conformance/model/case.js'

/** A whole run of the rules of a registry and of the cases of documents. @param writes whether cases may write too */
export function runOf(
  one: Api | readonly Api[],
  registry: Registry,
  writes: boolean,
): ReturnType<typeof run> {
  const apis = [one].flat()
  const [api] = apis
  if (!api) throw new RangeError('a run without a document')
  const versions = apis.map(({ version }) => version)
  const plan: Plan = {
    baseUrl: api.baseUrl,
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
  const documents = { apis: apis.map((api) => ({ api, credentials })), settings }
  return run(registry, plan, { apiKey: '', credentials: credentials.apply }, { documents })
}
