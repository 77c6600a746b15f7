import { escapedPattern, once } from '../../document/index.js'
import type { Method, Operation } from '../../runtime/surface.js'
import type { Api } from '../model/case.js'
import { relativePath } from '../requests/index.js'

interface Route {
  readonly operation: Operation
  /** Equal for templates that differ only in the names of their parameters. */
  readonly shape: string
  readonly parameterCount: number
}

/** A trie of templates by segment: literal segments by text, others by the pattern they match. */
interface Branch {
  readonly routes: Route[]
  readonly literal: Map<string, Branch>
  readonly open: Map<string, { readonly pattern: RegExp; readonly branch: Branch }>
}

const parameter = /\{[^{}]+\}/g

const segmentsOf = (path: string): string[] => (path.split('?')[0] ?? '').replace(/\/$/, '').split('/')

const patternOf = (segment: string): RegExp => {
  const literal = segment.split(parameter).map(escapedPattern)
  return new RegExp(`^${literal.join('[^/]+')}$`)
}

const routeOf = (api: Api, operation: Operation): Route => {
  const shape = relativePath(api, operation).replace(/\?.*/s, '').replaceAll(parameter, '{}')
  return { operation, shape, parameterCount: shape.split('{}').length - 1 }
}

const emptyBranch = (): Branch => ({ routes: [], literal: new Map(), open: new Map() })

const branchAt = (from: Branch, segment: string): Branch => {
  if (!segment.includes('{}')) {
    const known = from.literal.get(segment) ?? emptyBranch()
    from.literal.set(segment, known)
    return known
  }
  const known = from.open.get(segment) ?? {
    pattern: patternOf(segment.replaceAll('{}', '{_}')),
    branch: emptyBranch(),
  }
  from.open.set(segment, known)
  return known.branch
}

const routesOf = once((api: Api): Branch => {
  const root = emptyBranch()
  for (const operation of Object.values(api.surface.operations)) {
    const route = routeOf(api, operation)
    segmentsOf(route.shape).reduce(branchAt, root).routes.push(route)
  }
  return root
})

const routesAt = (api: Api, path: string): readonly Route[] => {
  let branches: readonly Branch[] = [routesOf(api)]
  for (const segment of segmentsOf(path))
    branches = branches.flatMap(({ literal, open }) => [
      ...[literal.get(segment) ?? []].flat(),
      ...[...open.values()].flatMap(({ pattern, branch }) => (pattern.test(segment) ? [branch] : [])),
    ])
  return branches.flatMap(({ routes }) => routes)
}

/** Whether a filled path matches a more specific template: `/pets/search` for `/pets/{id}`. */
export function isShadowed(api: Api, operation: Operation, path: string): boolean {
  const own = routeOf(api, operation)
  return routesAt(api, path).some(
    ({ shape, parameterCount }) => shape !== own.shape && parameterCount < own.parameterCount,
  )
}

/** The methods that the document declares for a path, including those of less specific templates. */
export function methodsAt(api: Api, operation: Operation, path: string): ReadonlySet<Method> {
  const { shape } = routeOf(api, operation)
  const own = segmentsOf(shape).reduce(branchAt, routesOf(api)).routes
  return new Set([...own, ...routesAt(api, path)].map((one) => one.operation.method))
}

const firstOfPaths = once((api: Api): ReadonlyMap<string, Operation> => {
  const all = Object.values(api.surface.operations).toReversed()
  return new Map(all.map((operation) => [operation.path, operation]))
})

/** Whether an operation is the first one of its path. */
export function isFirstOfPath(api: Api, { path, method }: Operation): boolean {
  return firstOfPaths(api).get(path)?.method === method
}
