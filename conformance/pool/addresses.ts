import { objectOf } from '../../document/index.js'
import { headerValue } from '../exchange/exchange.js'
import type { Operation } from '../../runtime/surface.js'
import type { Call, ParameterValues } from '../model/call.js'
import type { Observed } from '../model/observed.js'
import { identityIn } from '../resources/identity.js'
import type { Resource } from '../resources/resources.js'
import { fitted } from '../resources/fits.js'
import {
  parametersIn,
  shapeOf,
  targetOfReference,
  valuesByName,
  valuesInTarget,
} from '../resources/shapes.js'
import { nameKey } from '../resources/words.js'

/** The values of a call's path by name, as they are written in it. */
export function pathValuesOf({ operation, path, target }: Call): ParameterValues {
  if (target === undefined) return path
  const values = valuesInTarget(operation.path, target)
  return values === undefined ? {} : valuesByName(operation.path, values)
}

/** The things that the path of a call goes through, its own among them: paths with values in order, outermost first. */
export function addressesIn(call: Call): { itemPath: string; values: readonly unknown[] }[] {
  const [given, path] = [pathValuesOf(call), call.operation.path]
  const names = parametersIn(path)
  const ends = [...path.matchAll(/\/\{[^{}]+\}(?=\/|$)/g)].map(({ index, 0: { length } }) => index + length)
  return ends
    .map((end) => path.slice(0, end))
    .map((itemPath) => ({
      itemPath,
      values: names.slice(0, parametersIn(itemPath).length).map((name) => given[name]),
    }))
    .filter(({ values }) => values.every((value) => ['string', 'number', 'boolean'].includes(typeof value)))
}

const requestMembers = ({ case: { call } }: Observed): ParameterValues => objectOf(call.body?.value)

/** A parent's value: of the path of the call by name or position, or a member of what was sent or answered. */
const parentValue = (
  name: string,
  index: number,
  { itemPath }: Resource,
  observed: Observed,
  thing: ParameterValues,
): unknown => {
  const { call } = observed.case
  const given = pathValuesOf(call)
  const names = parametersIn(call.operation.path)
  const own = names.find((one) => one === name) ?? names.find((one) => nameKey(one) === nameKey(name))
  if (own !== undefined) return given[own]
  const isAbove = shapeOf(itemPath).startsWith(`${shapeOf(call.operation.path)}/`)
  if (isAbove && names[index] !== undefined) return given[names[index]]
  const members = Object.entries({ ...requestMembers(observed), ...thing })
  return members.find(([member]) => nameKey(member) === nameKey(name))?.[1]
}

/** The values of the path of a thing in an answer; undefined where one of them cannot be known. */
export function addressOf(
  thing: ParameterValues,
  resource: Resource,
  observed: Observed,
): readonly unknown[] | undefined {
  const { schemas } = observed.api.surface
  const id = identityIn(thing, resource.parameter, resource.nouns, schemas)
  if (id === undefined) return undefined
  const parents = parametersIn(resource.itemPath)
    .slice(0, -1)
    .map((name, index) => parentValue(name, index, resource, observed, thing))
  return parents.every((value) => value !== undefined && value !== null) ? [...parents, id.value] : undefined
}

/** The values of the path of the thing that a Location header leads to. */
export function addressInLocation(
  { itemPath, parameter }: Resource,
  { api, exchange }: Observed,
): readonly unknown[] | undefined {
  const location = headerValue(exchange.response.headers, 'location')
  const target =
    location === undefined ? undefined : targetOfReference(location, exchange.request.url, api.baseUrl)
  const values = target === undefined ? undefined : valuesInTarget(itemPath, target)
  const id = fitted(values?.at(-1), parameter.schema, api.surface.schemas)
  return values === undefined || id === undefined ? undefined : [...values.slice(0, -1), id]
}

/** The operation that deletes things of a resource, whether it is explored or not. */
export function deleteOperationOf(
  { itemPath }: Resource,
  operations: Readonly<Record<string, Operation>>,
): Operation | undefined {
  const shape = shapeOf(itemPath)
  return Object.values(operations).find(({ method, path }) => method === 'delete' && shapeOf(path) === shape)
}
