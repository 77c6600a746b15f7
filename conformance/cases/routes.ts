import { escapedPattern, groupedBy, once } from '../../document/index.js'
import type { Method, Operation } from '../../runtime/surface.js'
import type { Api } from '../model/case.js'
import { relativePath } from '../requests/index.js'

interface Route {
  readonly operation: Operation
  /** Equal for templates that differ only in the names of their parameters. */
  readonly shape: string
  readonly pattern: RegExp
  readonly parameterCount: number
}

/** A path without its query and its trailing slash. */
const bare = (path: string): string => path.replace(/\?.*/s, '').replace(/\/$/, '')

const shapeOf = (api: Api, operation: Operation): string =>
  bare(relativePath(api, operation)).replaceAll(/\{[^{}]+\}/g, '{}')

const lengthOf = (path: string): number => path.split('/').length

/** Routes by their number of segments. */
const routesOf = once((api: Api): ReadonlyMap<number, readonly Route[]> => {
  const routes = Object.values(api.surface.operations).map((operation): Route => {
    const shape = shapeOf(api, operation)
    const literal = shape.split('{}')
    const pattern = new RegExp(`^${literal.map(escapedPattern).join('[^/]+')}$`)
    return { operation, shape, pattern, parameterCount: literal.length - 1 }
  })
  return groupedBy(routes, ({ shape }) => lengthOf(shape))
})

const routesAt = (api: Api, path: string): readonly Route[] => {
  const target = bare(path)
  return (routesOf(api).get(lengthOf(target)) ?? []).filter(({ pattern }) => pattern.test(target))
}

/** Whether a filled path matches a more specific template: `/pets/search` for `/pets/{id}`. */
export function isShadowed(api: Api, operation: Operation, path: string): boolean {
  const own = shapeOf(api, operation)
  const count = own.split('{}').length - 1
  if (count === 0) return false
  return routesAt(api, path).some(({ shape, parameterCount }) => shape !== own && parameterCount < count)
}

/** The methods that the document declares for a path, including those of less specific templates. */
export function methodsAt(api: Api, operation: Operation, path: string): ReadonlySet<Method> {
  const shape = shapeOf(api, operation)
  const own = (routesOf(api).get(lengthOf(shape)) ?? []).filter((one) => one.shape === shape)
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
