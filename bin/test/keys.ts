import {
  type CredentialsFor,
  type Keys,
  keysFrom,
  noCredentials,
  type Plan,
  type Registry,
} from '../../conformance/index.js'
import type { Opened } from '../access/open-access.js'
import type { TestedDocument } from './apis.js'
import type { TestOptions } from './command.js'
import type { Subject } from './plan.js'

/** The credentials of a call without those that contain the key of the run, which rules send or omit themselves. */
const withoutKey =
  (credentials: CredentialsFor, apiKey: string, header: string): CredentialsFor =>
  (operation, kind, version) => {
    const { headers, ...others } = credentials(operation, kind, version)
    const isKey = ([name, value]: (typeof headers)[number]): boolean =>
      name.toLowerCase() === header.toLowerCase() || (apiKey !== '' && value.includes(apiKey))
    return { ...others, headers: headers.filter((one) => !isKey(one)) }
  }

/**
 * The key of the run by the names of the security schemes that take it, for documents of a service that a pack knows.
 * Settings with credentials of their own for such a scheme take precedence.
 */
export function keyFor(
  { documents, registry }: Pick<Subject, 'documents' | 'registry'>,
  { apiKeyEnv }: Pick<TestOptions, 'apiKeyEnv'>,
  env: NodeJS.ProcessEnv,
): Readonly<Record<string, string>> {
  const key = env[apiKeyEnv] ?? ''
  const header = registry.service?.keyHeader.toLowerCase()
  const schemes = documents.flatMap(({ api }) => Object.entries(api.surface.securitySchemes))
  const isOurs = ([, { in: location, name }]: (typeof schemes)[number]): boolean =>
    location === 'header' && name?.toLowerCase() === header
  return key === '' ? {} : Object.fromEntries(schemes.filter(isOurs).map(([name]) => [name, key]))
}

/** The keys of a run: each document has security schemes of its own, and a service that a pack knows has one key for all. */
export function keysOf(
  plan: Plan,
  { service }: Pick<Registry, 'service'>,
  documents: readonly Opened<TestedDocument>[],
  env: NodeJS.ProcessEnv,
): Keys {
  const secrets = documents.map((one) => one.credentials.secrets)
  const byVersion = new Map(documents.map((one) => [one.api.version, one.credentials]))
  const credentials: CredentialsFor = (operation, kind, version) =>
    byVersion.get(version)?.apply(operation, kind) ?? noCredentials(operation, kind, version)
  if (!service) return { apiKey: '', credentials, secrets }
  const keys = keysFrom(plan, env)
  return { ...keys, secrets, besideKey: withoutKey(credentials, keys.apiKey, service.keyHeader) }
}
