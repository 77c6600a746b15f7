import type { Operation } from '../../../runtime/surface.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'

/** Names an operation in a message, the same in every document: `GET /customers/{…}`. */
export function operationName({ under }: ScenarioContext, operation: Operation): string {
  const route = under.operations.route(operation).replaceAll('{}', '{…}')
  return route.replace(/^\w+/, (method) => method.toUpperCase())
}

/** Method and template of an operation with nameless parameters, such as `get /customers/{}`. */
export function routeOf({ under }: ScenarioContext, operation: Operation): string {
  return under.operations.route(operation)
}

/** Names of the parameters in an operation's path, from left to right. */
export function pathNames({ path }: Operation): string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
}
