import { type Plan, type Rule, selectRules } from '../../conformance/index.js'
import { RampartError } from '../../diagnostics/index.js'
import type { FetchedSet } from '../../fetch/index.js'
import type { TestOptions } from './options.js'
import type { ServiceUrls } from './urls.js'
import { webhookPlan } from './webhooks.js'

const rulesFor = (patterns: readonly string[] | undefined): readonly Rule['id'][] => {
  for (const pattern of patterns ?? []) {
    if (selectRules([pattern]).length === 0) {
      throw new RampartError('RULES_UNKNOWN', { message: `no rule matches "${pattern}"` })
    }
  }
  return selectRules(patterns ?? [])
}

const versionsFor = (wanted: readonly string[] | undefined, listed: readonly string[]): readonly string[] => {
  const asked = (wanted ?? []).flatMap((text) => text.split(',')).map((text) => text.trim())
  const unknown = asked.filter((version) => !listed.includes(version))
  if (unknown.length > 0) {
    const message = `the service does not list ${unknown.join(', ')}; it lists ${listed.join(', ')}`
    throw new RampartError('VERSIONS_UNKNOWN', { message })
  }
  return asked.length === 0 ? listed : listed.filter((version) => asked.includes(version))
}

/**
 * What a run is to do, before the service was looked at.
 * @throws RampartError RULES_UNKNOWN or VERSIONS_UNKNOWN.
 */
export function makePlan(options: TestOptions, urls: ServiceUrls, set: FetchedSet, generated: string): Plan {
  const supported = set.documents.map(({ version }) => version).toSorted()
  const { customerId, recipientAccountId, subPartnerId, secondKeyEnv } = options
  return {
    ...urls,
    generated,
    versions: versionsFor(options.versions, supported),
    supported,
    defaultVersion: set.default,
    rules: rulesFor(options.rules),
    allowWrites: options.allowWrites === true,
    apiKeyEnv: options.apiKeyEnv,
    timeoutMs: options.timeout * 1000,
    seed: options.seed,
    ...(secondKeyEnv === undefined ? {} : { secondKeyEnv }),
    ...webhookPlan(options),
    subjects: {
      ...(customerId === undefined ? {} : { customerId }),
      ...(recipientAccountId === undefined ? {} : { recipientAccountId }),
      ...(subPartnerId === undefined ? {} : { subPartnerId }),
    },
  }
}
