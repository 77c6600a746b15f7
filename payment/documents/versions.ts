import { isJsonType, type Schemas } from '../../document/index.js'
import { versionOf, versions } from '../../versions/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import type { Operation } from '../../runtime/surface.js'
import type { VersionUnderTest } from '../../conformance/session/version-under-test.js'
import { schemaShape } from '../schema/schema-shape.js'
import {
  contradicts,
  type Difference,
  type DocumentView,
  type Judge,
  memoized,
  lacks,
  successOf,
} from './view.js'

const reference = /"#\/components\/schemas\/([^"]+)"/g

const textOf = (schema: JsonSchema | undefined): string => JSON.stringify(schema) ?? ''

const referencesIn = (text: string): string[] =>
  Array.from(text.matchAll(reference), ([, name]) => name ?? '')

/** True where two schemas, and all that they refer to, are written alike: most are, from version to version. */
const isSameSchema = (
  one: JsonSchema | undefined,
  schemas: Schemas,
  other: JsonSchema | undefined,
  otherSchemas: Schemas,
): boolean => {
  const text = textOf(one)
  if (text !== textOf(other)) return false
  const names = new Set(referencesIn(text))
  for (const name of names) {
    const own = textOf(schemas[name])
    if (own !== textOf(otherSchemas[name])) return false
    for (const further of referencesIn(own)) names.add(further)
  }
  return true
}

const isSpecification = (route: string): boolean => route.slice(route.indexOf(' ') + 1).startsWith('/spec')

const previous = ({ versions, version }: DocumentView): VersionUnderTest | undefined => {
  const all = [...versions.values()]
  return all[all.findIndex((one) => one.version === version) - 1]
}

const routesOf = ({ operations }: VersionUnderTest): readonly string[] =>
  [...operations.routes.keys()].filter((route) => !isSpecification(route))

/** Routes do not change between versions: none is gone in a later one. */
export const routeJudge: Judge = (view) => {
  const before = previous(view)
  if (!before) return undefined
  const here = new Set(routesOf(view))
  return routesOf(before)
    .filter((route) => !here.has(route))
    .map((route) =>
      contradicts(`${route} of ${before.version} is no operation of ${view.version}`, '#/paths'),
    )
}

const shapeOf = memoized(({ schemas }: VersionUnderTest['surface']) =>
  memoized((schema: JsonSchemaObject) => schemaShape(schema, schemas)),
)

const bodyOf = ({ requestBody }: Operation): JsonSchema | undefined =>
  Object.entries(requestBody?.content ?? {}).find(([type]) => isJsonType(type))?.[1].schema

const isOptional = (facts: string | undefined): boolean =>
  facts?.startsWith('optional') === true && !facts.includes('required')

/** A schema in the document that it is of. */
type SchemaOfVersion = readonly [VersionUnderTest, JsonSchema | undefined]

/** Locations that differ, but for further optional fields, which mint no version (Versioning 6). */
const changes = ([before, was]: SchemaOfVersion, [under, is]: SchemaOfVersion): string[] => {
  if (typeof was !== 'object' || typeof is !== 'object') return []
  if (isSameSchema(was, before.surface.schemas, is, under.surface.schemas)) return []
  const [earlier, later] = [shapeOf(before.surface)(was), shapeOf(under.surface)(is)]
  const added = [...later.keys()].filter(
    (location) => !earlier.has(location) && isOptional(later.get(location)),
  )
  const isFurther = (location: string): boolean =>
    added.some((field) => `${location}/`.startsWith(`${field}/`))
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .filter((location) => earlier.get(location) !== later.get(location) && !isFurther(location))
    .map(
      (location) =>
        `at ${location}: ${earlier.get(location) ?? '(absent)'} became ${later.get(location) ?? '(absent)'}`,
    )
}

const isQuote = (route: string): boolean => route === 'get /autoramps/quote'

/** Operations that two documents have in common, by route. */
const shared = (
  view: DocumentView,
  before: VersionUnderTest,
): readonly (readonly [string, Operation, Operation])[] =>
  [...view.operations.routes].flatMap(([route, later]): [string, Operation, Operation][] => {
    const earlier = before.operations.at(route)
    return earlier && !isSpecification(route) ? [[route, earlier, later]] : []
  })

const answers = (
  view: DocumentView,
  before: VersionUnderTest,
  isMeant: (route: string) => boolean,
): Difference[] =>
  shared(view, before)
    .filter(([route]) => isMeant(route))
    .flatMap(([route, earlier, later]) =>
      changes([before, successOf(earlier)], [view, successOf(later)]).map((change) =>
        contradicts(`the answer of ${route} differs from ${before.version} ${change}`, later.pointer),
      ),
    )

/** The version that reversed the order of onboarding and left the shapes of answers as they were (Versioning). */
const reordered = versionOf('signings-first')

/** Versions whose row of the change table is compared with the documents. */
const compared: ReadonlySet<string> = new Set([versionOf('fednow-rail'), reordered])

/** With the order of onboarding the shapes of answers stay; `isMeant` chooses the operations. */
const unchanged =
  (isMeant: (route: string) => boolean): Judge =>
  (view) => {
    const before = view.versions.get(versions[versions.indexOf(reordered) - 1] ?? '')
    if (view.version !== reordered || !before) return undefined
    const isShown = shared(view, before).some(
      ([route, , later]) => isMeant(route) && successOf(later) !== undefined,
    )
    return isShown ? answers(view, before, isMeant) : undefined
  }

/** The shape of the quote. */
export const quoteShapeJudge = unchanged(isQuote)

/** Answers that no item of that row of the change table can touch. */
const comparedRoutes = new Set([
  'get /terms-and-conditions',
  'get /customers/{}/required-signings',
  'get /customers/{}/abilities',
  'get /autoramps/{}',
])

/** The shapes of other answers that the specification describes. */
export const answerShapeJudge = unchanged((route) => comparedRoutes.has(route))

/** Bodies whose change the table names. */
const changedBodies = /\/identifications/

const bodies = (view: DocumentView, before: VersionUnderTest): Difference[] =>
  shared(view, before)
    .filter(([route]) => view.version !== reordered || !changedBodies.test(route))
    .flatMap(([route, earlier, later]) =>
      changes([before, bodyOf(earlier)], [view, bodyOf(later)]).map((change) =>
        lacks(`the body of ${route} differs from ${before.version} ${change}`, later.requestBody?.pointer),
      ),
    )

const required = ({ parameters }: Operation): readonly string[] =>
  parameters.filter((one) => one.required && one.in !== 'path').map(({ name }) => name.toLowerCase())

const parameters = (view: DocumentView, before: VersionUnderTest): Difference[] =>
  shared(view, before).flatMap(([route, earlier, later]) => {
    const [was, is] = [required(earlier), required(later)]
    const moved = [...was, ...is].filter((name) => !was.includes(name) || !is.includes(name))
    return moved.map((name) =>
      lacks(
        `${name} of ${route} is required in one of ${before.version} and ${view.version} alone`,
        later.pointer,
      ),
    )
  })

/** Between two versions nothing changes but what the change table lists. */
export const listedChangeJudge: Judge = (view) => {
  const before = previous(view)
  if (!before || !compared.has(view.version)) return undefined
  const there = new Set(routesOf(before))
  const added = routesOf(view).filter((route) => !there.has(route))
  // Rules of their own judge what the reordering version keeps.
  const isMeant = (route: string): boolean =>
    view.version !== reordered || !(isQuote(route) || comparedRoutes.has(route))
  const isListed = (message: string): boolean => message.includes('/deposit_rails')
  return [
    ...added.map((route) => lacks(`${route} is no operation of ${before.version}`, '#/paths')),
    ...answers(view, before, isMeant)
      .filter(({ message }) => !isListed(message))
      .map(({ message, pointer }) => lacks(message, pointer)),
    ...bodies(view, before),
    ...parameters(view, before),
  ]
}
