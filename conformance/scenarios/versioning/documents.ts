import type { Scenario, ScenarioContext } from '../../engine/context.js'
import { NotApplicable } from '../../engine/outcome.js'
import type { VersionUnderTest } from '../../engine/version-under-test.js'
import { schemaShape } from '../schema-shape.js'

const previous = ({ session, version }: ScenarioContext): VersionUnderTest => {
  const versions = [...session.versions.values()]
  const before = versions[versions.findIndex((one) => one.version === version) - 1]
  if (before === undefined) throw new NotApplicable('there is no earlier version to compare with')
  return before
}

const pathsOf = ({ operations }: VersionUnderTest): Set<string> =>
  new Set([...operations.routes.keys()].map((route) => route.slice(route.indexOf(' ') + 1)))

const routes: Scenario = async (context) => {
  const before = previous(context)
  const here = pathsOf(context.under)
  for (const path of pathsOf(before)) {
    const message = `${path} of ${before.version} is no path of ${context.version}`
    context.expect(here.has(path) || path.startsWith('/spec'), message, undefined, '#/paths')
  }
}

const answerIn = (
  under: VersionUnderTest | undefined,
  template: string,
): ReadonlyMap<string, string> | undefined => {
  const operation = under?.operations.find('get', template)
  const content = Object.values(operation?.responses['200']?.content ?? {})[0]
  return under && content?.schema !== undefined
    ? schemaShape(content.schema, under.surface.schemas)
    : undefined
}

/** Answers whose shapes the change table of 2026-08-01 does not name. */
const comparedShapes = [
  ['terms and conditions', '/terms-and-conditions'],
  ['list of required signings', '/customers/{}/required-signings'],
  ['abilities', '/customers/{}/abilities'],
  ['autoramp', '/autoramps/{}'],
] as const

const isOptional = (facts: string | undefined): boolean =>
  facts?.startsWith('optional') === true && !facts.includes('required')

const compareShapes = (context: ScenarioContext, what: string, template: string): void => {
  if (context.version !== '2026-08-01') throw new NotApplicable('the promise is about 2026-08-01 alone')
  const before = context.session.versions.get('2026-07-01')
  const [earlier, later] = [answerIn(before, template), answerIn(context.under, template)]
  if (earlier === undefined)
    throw new NotApplicable(`2026-07-01 is not tested, or its document has no ${what}`)
  if (later === undefined) throw new NotApplicable(`the document of 2026-08-01 has no ${what}`)
  const pointer = context.find('get', template)?.pointer
  // A further optional field mints no version (Versioning 6), so any document may have it.
  const added = [...later.keys()].filter((place) => !earlier.has(place) && isOptional(later.get(place)))
  for (const place of new Set([...earlier.keys(), ...later.keys()])) {
    const [was, is] = [earlier.get(place), later.get(place)]
    const isFurther = added.some((field) => `${place}/`.startsWith(`${field}/`))
    const message = `the ${what} differs from 2026-07-01 at ${place}: ${was ?? '(absent)'} became ${is ?? '(absent)'}`
    context.expect(was === is || isFurther, message, undefined, pointer)
  }
}

const otherShapes: Scenario = async (context) => {
  let compared = 0
  for (const [what, template] of comparedShapes) {
    try {
      compareShapes(context, what, template)
      compared++
    } catch (error) {
      if (!(error instanceof NotApplicable)) throw error
    }
  }
  if (compared === 0)
    throw new NotApplicable('the documents of both versions have none of the answers compared')
}

/** Versioning 1 and the change table: what the documents of two versions have in common. */
export const versionDocumentScenarios: Readonly<Record<string, Scenario>> = {
  'versioning/routes': routes,
  'versioning/quote-shape': async (context) => compareShapes(context, 'quote', '/autoramps/quote'),
  'versioning/response-shapes': otherShapes,
}
