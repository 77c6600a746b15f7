import type { Operation } from '../../runtime/surface.js'
import type { ParameterValues } from '../model/call.js'
import { type Resource } from '../resources/resources.js'
import { parametersIn, pathUpTo, shapeOf } from '../resources/shapes.js'
import { create, pathOf } from './subject.js'
import type { Walk } from './walk.js'

const deepest = 3

/**
 * Values for the path of an operation that creates: of a parent that was created for it, which nobody else changes, or
 * else of one that is known. Undefined where there is none. @throws Stopped
 */
export async function parentPath(
  walk: Walk,
  operation: Operation,
  resources: readonly Resource[],
  depth = 0,
): Promise<ParameterValues | undefined> {
  const last = parametersIn(operation.path).at(-1)
  if (last === undefined) return {}
  const shape = shapeOf(pathUpTo(operation.path, last))
  const parent = resources.find(({ itemPath }) => shapeOf(itemPath) === shape)
  for (const one of parent && depth < deepest ? parent.creates : []) {
    const path = await parentPath(walk, one, resources, depth + 1)
    const made = path && parent && (await create(walk, parent, one, { path }))
    if (made) return pathOf(operation, made.values)
  }
  return walk.pool.pathsFor(operation)[0]
}
