import type { AppliedCredentials } from '../requests/index.js'
import { type Exchange, headerValues } from '../exchange/exchange.js'
import type { Operation } from '../../runtime/surface.js'
import type { Plan } from '../model/plan.js'

const valuesIn = ({ headers, url }: Exchange['request'], { header, query }: VersionNaming): string[] => {
  if (header !== undefined) return headerValues(headers, header)
  return query === undefined ? [] : new URL(url).searchParams.getAll(query)
}

/** The version whose API root contains a URL; undefined where several share it. */
const versionOfRoot = (url: string, { baseUrls = {} }: VersionNaming): string | undefined => {
  const below = Object.entries(baseUrls).filter(([, root]) => url.startsWith(`${root}/`))
  const [longest, other] = below.toSorted(([, one], [, another]) => another.length - one.length)
  return longest?.[1] === other?.[1] ? undefined : longest?.[0]
}

/** The version that must serve a request (Versioning 1 to 5); undefined when a version error is due. */
export function versionDue(
  { request }: Pick<Exchange, 'request'>,
  supported: ReadonlySet<string>,
  naming: VersionNaming,
): string | undefined {
  const absent = versionOfRoot(request.url, naming) ?? naming.absent
  const values = valuesIn(request, naming).filter((value) => value !== '')
  if (values.length === 0) return absent
  const [only] = values
  return values.length === 1 && only !== undefined && supported.has(only) ? only : undefined
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

/** Where a call names its version; a service without versions has no such place. */
export interface VersionNaming {
  /** In lower case. */
  readonly header?: string
  /** The query parameter with the version. */
  readonly query?: string
  /** API roots by version. */
  readonly baseUrls?: Readonly<Record<string, string>>
  /** The version of a call that names none; undefined if unknown. */
  readonly absent?: string
}

/** How to request a version: the payment API uses X-API-Version, other services what the plan states. */
export function versionNaming({ service, versions, defaultVersion }: Plan, absent: string): VersionNaming {
  if (!service) return { header: 'x-api-version', absent }
  const newest = versions.at(-1)
  const usual = defaultVersion ?? newest
  return {
    ...(service.versionHeader !== undefined && { header: service.versionHeader.toLowerCase() }),
    ...(service.versionQuery !== undefined && { query: service.versionQuery }),
    ...(service.baseUrls && { baseUrls: service.baseUrls }),
    ...(usual !== undefined && { absent: usual }),
  }
}

/** The API root of a version. */
export function baseUrlOf({ baseUrl, service }: Pick<Plan, 'baseUrl' | 'service'>, version: string): string {
  return service?.baseUrls?.[version] ?? baseUrl
}
