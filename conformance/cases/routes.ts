import type { Method, Operation } from '../../runtime/surface.js'
import type { Api } from '../model/api.js'
import { relativePath } from '../requests/index.js'

interface Route {
  readonly operation: Operation
  readonly template: string
  /** The template with its parameters left open, of paths that it may be filled to. */
  readonly pattern: RegExp
  /** Equal for templates that differ only in the names of their parameters. */
  readonly shape: string
  readonly parameterCount: number
}

const parameter = /\{[^{}]+\}/g

const routeOf = (api: Api, operation: Operation): Route => {
  const template = relativePath(api, operation).split('?')[0] ?? ''
  const literal = template
    .split(parameter)
    .map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
  return {
    operation,
    template,
    pattern: new RegExp(`^${literal.join('[^/]+')}/?$`),
    shape: template.replaceAll(parameter, '{}'),
    parameterCount: template.match(parameter)?.length ?? 0,
  }
}

const routes = new WeakMap<Api, readonly Route[]>()

const routesOf = (api: Api): readonly Route[] => {
  const found =
    routes.get(api) ?? Object.values(api.surface.operations).map((operation) => routeOf(api, operation))
  routes.set(api, found)
  return found
}

const rivals = new WeakMap<Operation, readonly Route[]>()

/** Routes that may lie below the same path as the template of an operation, and are more particular than it. */
const rivalsOf = (api: Api, operation: Operation): readonly Route[] => {
  const known = rivals.get(operation)
  if (known) return known
  const own = routeOf(api, operation)
  const depth = own.template.split('/').length
  const found = routesOf(api).filter(
    (one) =>
      one.shape !== own.shape &&
      one.parameterCount < own.parameterCount &&
      one.template.split('/').length === depth,
  )
  rivals.set(operation, found)
  return found
}

/** Whether a path that was filled for an operation is rather that of another: `/pets/search` for `/pets/{id}`. */
export function isShadowed(api: Api, operation: Operation, path: string): boolean {
  const bare = path.split('?')[0] ?? ''
  return rivalsOf(api, operation).some(({ pattern }) => pattern.test(bare))
}

/** The methods that the document has for a path, those of less particular templates included. */
export function methodsAt(api: Api, operation: Operation, path: string): ReadonlySet<Method> {
  const bare = path.split('?')[0] ?? ''
  const { shape } = routeOf(api, operation)
  const found = routesOf(api).filter((one) => one.shape === shape || one.pattern.test(bare))
  return new Set(found.map((one) => one.operation.method))
}
