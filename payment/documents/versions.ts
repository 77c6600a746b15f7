import { entryOf } from '../../diff/catalogue/index.js'
import { diffDocuments } from '../../diff/diff-documents.js'
import type { Change } from '../../diff/model/report.js'
import { once } from '../../document/index.js'
import { versionOf, versions } from '../../versions/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { VersionUnderTest } from '../../conformance/session/version-under-test.js'
import { contradicts, type Difference, type DocumentView, type Judge } from './view.js'

/** Whether a route serves the documents, which are beside the API root. */
export function isSpecification(route: string): boolean {
  return route.slice(route.indexOf(' ') + 1).startsWith('/spec')
}

const routesOf = ({ operations }: VersionUnderTest): readonly string[] =>
  [...operations.routes.keys()].filter((route) => !isSpecification(route))

const previous = ({ versions, version }: DocumentView): VersionUnderTest | undefined => {
  const all = [...versions.values()]
  return all[all.findIndex((one) => one.version === version) - 1]
}

/** Judges that no route of an earlier version is missing. */
export const routeJudge: Judge = (view) => {
  const before = previous(view)
  if (!before) return undefined
  const here = new Set(routesOf(view))
  const lost = routesOf(before).filter((route) => !here.has(route))
  const where = `of ${before.version} is not an operation of ${view.version}`
  return lost.map((route) => contradicts(`${route} ${where}`, '#/paths'))
}

const successes = ({ responses }: Operation) =>
  Object.fromEntries(Object.entries(responses).filter(([status]) => status.startsWith('2')))

/** Operations with their parameters, bodies and successes, by routes without parameter names. */
const comparable = once(({ operations, surface }: VersionUnderTest): object => {
  const paths: Record<string, Record<string, object>> = {}
  for (const [route, operation] of operations.routes) {
    if (isSpecification(route)) continue
    const [method = '', path = ''] = route.split(' ', 2)
    const parameters = operation.parameters.filter((one) => one.in !== 'path')
    const { requestBody } = operation
    const own = { parameters, ...(requestBody && { requestBody }), responses: successes(operation) }
    paths[path] = { ...paths[path], [method]: own }
  }
  return { openapi: '3.1.0', paths, components: { schemas: surface.schemas } }
})

/** Changes of a value's shape: names, types, listed values, variants, and required members. */
const shapes =
  /^((required-)?property-(removed|renamed|became-(required|optional).*)|required-property-added.*|type-(changed|widened|narrowed)|became-.*nullable|enum-.*|variants?-.*|(un)?wrapped-.*|union-.*|discriminator-value-.*|items-.*|media-type-removed)$/

const demands = /^(required-parameter-(added|removed).*|parameter-became-(required|optional).*|.*body-.*)$/

const kindOf = ({ id }: Change): string => entryOf(id)?.kind ?? ''

interface Reached {
  readonly change: Change
  readonly route: string
  /** The location in the operation, such as `response 200 application/json /deposit_rails`. */
  readonly within: string
}

/** The changes between two documents in their common operations, except those that need no new version. */
const changesSince = once((view: DocumentView) =>
  once((before: VersionUnderTest): readonly Reached[] =>
    diffDocuments({ document: comparable(before) }, { document: comparable(view) })
      .filter((change) => shapes.test(kindOf(change)) || demands.test(kindOf(change)))
      .flatMap((change) =>
        change.uses.map(({ operation, within }) => ({ change, route: operation, within })),
      ),
  ),
)

const difference = ({ operations }: DocumentView, before: VersionUnderTest, one: Reached): Difference => {
  const { change, route } = one
  const pointer = change.to?.pointer.startsWith('#/components/') === true ? change.to.pointer : undefined
  const message = `compared with ${before.version}, ${route}: ${change.sentence.replace(/\.$/, '')}`
  return contradicts(message, pointer ?? operations.at(route)?.pointer)
}

const isAnswer = ({ change }: Reached): boolean => change.direction === 'response'

const isQuote = (route: string): boolean => route === 'get /autoramps/quote'

/** The version that reversed the order of onboarding without changing response shapes (Versioning). */
const reordered = versionOf('signings-first')

/** Versions whose row of the change table is compared with documents. */
const compared: ReadonlySet<string> = new Set([versionOf('fednow-rail'), reordered])

/** Judges that response shapes did not change with the order of onboarding; `isMeant` selects operations. */
const unchanged =
  (isMeant: (route: string) => boolean): Judge =>
  (view) => {
    const before = view.versions.get(versions[versions.indexOf(reordered) - 1] ?? '')
    if (view.version !== reordered || !before) return undefined
    const isShown = [...view.operations.routes].some(
      ([route, operation]) =>
        isMeant(route) &&
        before.operations.at(route) !== undefined &&
        Object.values(successes(operation)).some(({ content }) => Object.keys(content).length > 0),
    )
    if (!isShown) return undefined
    return changesSince(view)(before)
      .filter((one) => isAnswer(one) && isMeant(one.route))
      .map((one) => difference(view, before, one))
  }

/** Judges the shape of the quote. */
export const quoteShapeJudge = unchanged(isQuote)

/** Responses that no item of that row of the change table can affect. */
const comparedRoutes = new Set([
  'get /terms-and-conditions',
  'get /customers/{}/required-signings',
  'get /customers/{}/abilities',
  'get /autoramps/{}',
])

/** Judges the shapes of other responses that the specification describes. */
export const answerShapeJudge = unchanged((route) => comparedRoutes.has(route))

/** Whether the change table lists a change, or other rules judge it. */
const isListed = (version: string, reached: Reached): boolean => {
  if (reached.within.includes('/deposit_rails')) return true
  if (version !== reordered) return false
  if (isAnswer(reached)) return isQuote(reached.route) || comparedRoutes.has(reached.route)
  return reached.route.includes('/identifications') && !demands.test(kindOf(reached.change))
}

/** Judges that only changes in the change table occur between two versions. */
export const listedChangeJudge: Judge = (view) => {
  const before = previous(view)
  if (!before || !compared.has(view.version)) return undefined
  const there = new Set(routesOf(before))
  const added = routesOf(view).filter((route) => !there.has(route))
  return [
    ...added.map((route) => contradicts(`${route} is not an operation of ${before.version}`, '#/paths')),
    ...changesSince(view)(before)
      .filter((one) => !isListed(view.version, one))
      .map((one) => difference(view, before, one)),
  ]
}
