import type { Api } from '../model/case.js'
import type { Plan } from '../model/plan.js'
import { relativePath, routeOf } from '../requests/index.js'
import { pathPattern } from '../resources/paths.js'
import type { Method, Operation, Surface } from '../../runtime/surface.js'

/** The operations of a document by method and path, whatever the names of path parameters. */
export class OperationIndex {
  readonly #byRoute = new Map<string, Operation>()
  readonly #routes = new WeakMap<Operation, string>()
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
    for (const operation of Object.values(api.surface.operations)) {
      this.#byRoute.set(this.route(operation), operation)
    }
  }

  /** The operation of a template such as `/customers/{}/abilities`. */
  find(method: Method, template: string): Operation | undefined {
    return this.at(`${method} ${template}`)
  }

  /** The operation of a route, which may come from another version's document. */
  at(route: string): Operation | undefined {
    return this.#byRoute.get(route)
  }

  get routes(): ReadonlyMap<string, Operation> {
    return this.#byRoute
  }

  /** Method and template of an operation, such as `get /customers/{}`; equal in every document. */
  route(operation: Operation): string {
    const route = this.#routes.get(operation) ?? routeOf(this.#api, operation)
    this.#routes.set(operation, route)
    return route
  }

  /** Path template of an operation relative to the base URL. */
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
    byForm.set(form, [...(byForm.get(form) ?? []), { route, path: pathPattern(segments.join('/')), rank }])
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

/**
 * The versions of a plan with their documents, in its order.
 * @throws RangeError for a version without a document.
 */
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
