import { invalid } from '../credentials/holder.js'
import { type AppliedCredentials, relativePath, routeOf } from '../requests/write-request.js'
import { type Exchange, headerValues } from '../exchange/exchange.js'
import type { Operation, Method, Surface } from '../../runtime/surface.js'
import type { Plan, ServicePlan, VersionCarrier } from '../model/plan.js'
import type { Api, CredentialKind } from '../model/case.js'
import { addTo, once } from '../../document/index.js'
import { pathPattern } from '../resources/paths.js'

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

/** Provides the credentials of a call; none where its operation needs none. `version` is that of the document. */
export type CredentialsFor = (
  operation: Operation,
  kind: CredentialKind,
  version: string,
) => AppliedCredentials

const wrongKey = 'rampart-no-such-key'

/** No credentials at all. */
export const noCredentials: CredentialsFor = () => ({ headers: [], query: [], cookies: [] })

/** The credentials of the payment API: one key in X-API-Key for every call, and what a service demands beside it. */
export function partnerKey(apiKey: string, besideKey = noCredentials): CredentialsFor {
  const keys: Readonly<Record<CredentialKind, string>> = {
    own: apiKey,
    none: '',
    wrong: wrongKey,
    odd: invalid('odd', wrongKey),
  }
  return (operation, kind, version) => {
    const key = keys[kind] ?? ''
    const { headers, ...others } = besideKey(operation, kind, version)
    return { ...others, headers: key === '' ? headers : [['x-api-key', key], ...headers] }
  }
}

/** The operations of a document by method and path, whatever the names of path parameters. */
export class OperationIndex {
  readonly routes: ReadonlyMap<string, Operation>
  readonly #api: Api
  /** Method and template of an operation, such as `get /customers/{}`; equal in every document. */
  readonly route = once((operation: Operation): string => routeOf(this.#api, operation))

  constructor(api: Api) {
    this.#api = api
    this.routes = new Map(Object.values(api.surface.operations).map((one) => [this.route(one), one]))
  }

  /** The operation of a template such as `/customers/{}/abilities`. */
  find(method: Method, template: string): Operation | undefined {
    return this.at(`${method} ${template}`)
  }

  /** The operation of a route, which may come from another version's document. */
  at(route: string): Operation | undefined {
    return this.routes.get(route)
  }

  relativePath(operation: Operation): string {
    return relativePath(this.#api, operation)
  }
}

/** Finds the route of a method, in any case, and a path below the base URL. */
export type RouteFinder = (method: string, path: string) => string | undefined

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

/** Makes a finder of routes such as `get /customers/{}`; literal segments take precedence over parameters. */
export function routeFinder(routes: readonly string[]): RouteFinder {
  const byForm = new Map<string, { readonly route: string; readonly path: RegExp; readonly rank: string }[]>()
  for (const route of new Set(routes)) {
    const [method = '', template = ''] = route.split(' ', 2)
    const segments = segmentsOf(template)
    const form = `${method} ${segments.length}`
    const rank = segments.map((segment) => (segment.includes('{') ? '1' : '0')).join('')
    addTo(byForm, form, { route, path: pathPattern(segments.join('/')), rank })
  }
  for (const some of byForm.values()) some.sort((a, b) => Number(a.rank > b.rank) - Number(a.rank < b.rank))
  return (method, path) => {
    const segments = segmentsOf(path)
    const meant = byForm.get(`${method.toLowerCase()} ${segments.length}`)
    return meant?.find((one) => one.path.exec(segments.join('/'))?.index === 0)?.route
  }
}

/** One version of the service under test: its surface, and its operations by method and path. */
export interface VersionUnderTest {
  readonly version: string
  readonly surface: Surface
  readonly operations: OperationIndex
  readonly api: Api
}

/** The versions of a plan with their documents, in its order. @throws RangeError for one without. */
export function versionsUnderTest({
  versions,
  apis,
}: Pick<Plan, 'versions' | 'apis'>): ReadonlyMap<string, VersionUnderTest> {
  const underTest = (version: string): VersionUnderTest => {
    const api = apis.find((one) => one.version === version)
    if (!api) throw new RangeError(`no document has version ${version}`)
    return { version, surface: api.surface, operations: new OperationIndex(api), api }
  }
  return new Map(versions.map((version) => [version, underTest(version)]))
}
