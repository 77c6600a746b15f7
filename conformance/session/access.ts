import type { AppliedCredentials } from '../requests/index.js'
import { type Exchange, headerValues } from '../exchange/exchange.js'
import type { Operation } from '../../runtime/surface.js'
import type { Plan, ServicePlan, VersionCarrier } from '../model/plan.js'

type VersionPlan = Pick<Plan, 'service' | 'versions' | 'supported' | 'defaultVersion'>

/** The credentials of a request that names versions as well; a query parameter names only the first. */
export function withVersions(
  { headers, query, cookies }: AppliedCredentials,
  { in: location, name }: VersionCarrier,
  versions: readonly string[],
): AppliedCredentials {
  const pairs = versions.map((version) => [name, version] as const)
  return location === 'header'
    ? { headers: [...headers, ...pairs], query, cookies }
    : { headers, query: [...query, ...pairs.slice(0, 1)], cookies }
}

const valuesIn = ({ headers, url }: Exchange['request'], carrier: VersionCarrier | undefined): string[] => {
  if (!carrier) return []
  return carrier.in === 'header'
    ? headerValues(headers, carrier.name)
    : new URL(url).searchParams.getAll(carrier.name)
}

/** The version whose API root contains a URL; undefined where several share it. */
const versionOfRoot = (url: string, baseUrls: ServicePlan['baseUrls'] = {}): string | undefined => {
  const below = Object.entries(baseUrls).filter(([, root]) => url.startsWith(`${root}/`))
  const [longest, other] = below.toSorted(([, one], [, another]) => another.length - one.length)
  return longest?.[1] === other?.[1] ? undefined : longest?.[0]
}

/** The version that must serve a request (Versioning 1 to 5); undefined when a version error is due. */
export function versionDue({ request }: Pick<Exchange, 'request'>, plan: VersionPlan): string | undefined {
  const { service, versions, supported } = plan
  const values = valuesIn(request, service.carrier).filter((value) => value !== '')
  if (values.length === 0) {
    const usual = service.defaultVersion ?? plan.defaultVersion ?? versions.at(-1)
    return versionOfRoot(request.url, service.baseUrls) ?? usual
  }
  const [only] = values
  return values.length === 1 && only !== undefined && supported.includes(only) ? only : undefined
}

/** The credentials of a call: the user's own, none, or invalid ones. */
export type CredentialsKind = 'own' | 'none' | 'wrong'

/** Provides the credentials of a call; none where its operation needs none. `version` is that of the document. */
export type CredentialsFor = (
  operation: Operation,
  kind: CredentialsKind,
  version: string,
) => AppliedCredentials

const wrongKey = 'rampart-no-such-key'

/** The credentials of the payment API: one key in X-API-Key for every call. */
export function partnerKey(apiKey: string): CredentialsFor {
  const keys: Readonly<Record<CredentialsKind, string>> = { own: apiKey, none: '', wrong: wrongKey }
  return (_, kind) => ({
    headers: keys[kind] === '' ? [] : [['x-api-key', keys[kind]]],
    query: [],
    cookies: [],
  })
}
