import { isObject, walk } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Api } from '../model/api.js'
import type { ExploreRuleId } from '../model/document-rules.js'

const some = (api: Api, is: (operation: Operation) => boolean): boolean => api.operations.some(is)

const takes = ({ parameters, requestBody }: Operation): boolean =>
  parameters.length > 0 || requestBody !== undefined

const refusals = /^(400|422|4XX|default)$/i

const refuses = ({ responses }: Operation): boolean =>
  Object.keys(responses).some((key) => refusals.test(key))

const declaresRefusals = ({ responses }: Operation): boolean =>
  Object.keys(responses).some((key) => /^(4|default$)/i.test(key))

const hasContent = ({ responses }: Operation): boolean =>
  Object.values(responses).some(({ content }) => Object.keys(content).length > 0)

const hasSchema = ({ responses }: Operation): boolean =>
  Object.values(responses).some(({ content }) =>
    Object.values(content).some(({ schema }) => schema !== undefined),
  )

const hasHeaders = ({ responses }: Operation): boolean =>
  Object.values(responses).some(({ headers }) => Object.keys(headers).length > 0)

const isLocked = ({ security }: Operation): boolean =>
  security.length > 0 && security.every((one) => Object.keys(one).length > 0)

const isOfNames = ({ security }: Operation, { surface: { securitySchemes } }: Api): boolean =>
  security.some((one) => Object.keys(one).every((name) => securitySchemes[name]?.type === 'http'))

const hasLinks = ({ document }: Api): boolean =>
  walk([document['paths'], document['components']]).some(
    ([location, value]) => /\/(responses\/[^/]+\/links|1\/links)$/.test(location) && isObject(value),
  )

const hasMethod =
  (...methods: readonly string[]) =>
  (api: Api): boolean =>
    some(api, ({ method }) => methods.includes(method))

type Need = readonly [is: (api: Api) => boolean, otherwise: string]

const takesSomething: Need = [(api) => some(api, takes), 'no operation has a parameter or a body']
const creates: Need = [hasMethod('post', 'put'), 'no operation creates anything']

/** What a document must have for a rule to be about it, and why the rule is not where it has not. */
const needs: Readonly<Partial<Record<ExploreRuleId, readonly Need[]>>> = {
  'answers/undeclared-refusal': [[(api) => some(api, declaresRefusals), 'no operation declares refusals']],
  'answers/media-type': [[(api) => some(api, hasContent), 'no response declares a body']],
  'answers/body': [[(api) => some(api, hasSchema), 'no response declares a schema']],
  'answers/headers': [[(api) => some(api, hasHeaders), 'no response declares a header']],
  'requests/valid-accepted': [takesSomething],
  'requests/stricter-than-documented': [takesSomething],
  'requests/invalid-refused': [
    takesSomething,
    [
      (api) => some(api, (one) => takes(one) && refuses(one)),
      'no operation declares that it refuses wrong requests',
    ],
  ],
  'requests/lenient': [
    takesSomething,
    [
      (api) => some(api, (one) => takes(one) && !refuses(one)),
      'every operation declares that it refuses wrong requests',
    ],
  ],
  'security/required': [[(api) => some(api, isLocked), 'no operation requires credentials']],
  'security/made-up': [
    [
      (api) => some(api, (one) => isLocked(one) && isOfNames(one, api)),
      'no operation asks for a name or a token',
    ],
  ],
  'state/readable': [creates],
  'state/updated': [[hasMethod('put', 'patch'), 'no operation updates anything']],
  'state/gone': [[hasMethod('delete'), 'no operation deletes anything']],
  'state/listed': [creates],
  'state/links': [[hasLinks, 'no response declares a link']],
}

/** Rules that are judged by what a run writes. */
export const writingRules: ReadonlySet<string> = new Set<ExploreRuleId>([
  'state/readable',
  'state/updated',
  'state/gone',
  'state/listed',
])

/** Why a rule is not about a document; undefined where it is. */
export function whyNotAbout(rule: ExploreRuleId, api: Api): string | undefined {
  return needs[rule]?.find(([is]) => !is(api))?.[1]
}
