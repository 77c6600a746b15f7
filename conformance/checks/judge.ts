import { isObject, once, walk } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import {
  type Api,
  type ExploreViolation,
  type ExploreViolations,
  type Fault,
  type Observed,
  requiresCredentials,
  type Tolerances,
} from '../model/case.js'
import { type ExploreRuleId, exploreRules, type Feature } from '../model/document-rules.js'
import { BodyUnknown, type Exchange } from '../exchange/exchange.js'
import { type Check, checks } from './checks.js'
import { takesNames } from './conditions.js'
import { readCall } from '../requests/write-request.js'
import { hasWriteOnly } from './write-only.js'

/** How it is known that an operation has a feature, and the reason to report where none has it. */
interface Presence {
  readonly isIn: (operation: Operation, api: Api) => boolean
  readonly otherwise: string
}

const present = (otherwise: string, isIn: Presence['isIn']): Presence => ({ isIn, otherwise })

const responsesWith = (
  otherwise: string,
  has: (response: Operation['responses'][string]) => boolean,
): Presence => present(otherwise, ({ responses }) => Object.values(responses).some(has))

/** Whether a document has links. Cached, because the whole document is walked for every operation otherwise. */
const hasLinks = once((document: Api['document']) =>
  walk([document['paths'], document['components']]).some(
    ([location, value]) => /\/(responses\/[^/]+\/links|1\/links)$/.test(location) && isObject(value),
  ),
)

const features: Readonly<Record<Feature, Presence>> = {
  responses: present('no operation declares responses', ({ responses }) => Object.keys(responses).length > 0),
  bodies: responsesWith('no response declares a body', ({ content }) => Object.keys(content).length > 0),
  schemas: responsesWith('no response declares a schema', ({ content }) =>
    Object.values(content).some(({ schema }) => schema !== undefined),
  ),
  'writeOnly members': present('no response declares a writeOnly member', ({ responses }, { document }) =>
    Object.values(responses)
      .flatMap(({ content }) => Object.values(content))
      .some(({ pointer }) => hasWriteOnly(document, pointer)),
  ),
  headers: responsesWith('no response declares a header', ({ headers }) => Object.keys(headers).length > 0),
  links: present('no response declares a link', (_, { document }) => hasLinks(document)),
  input: present(
    'no operation has a parameter or a body',
    ({ parameters, requestBody }) => parameters.length > 0 || requestBody !== undefined,
  ),
  refusals: present('no operation declares that it refuses wrong requests', ({ responses }) =>
    Object.keys(responses).some((key) => /^(400|422|4XX)$/i.test(key)),
  ),
  credentials: present('no operation requires credentials', requiresCredentials),
  names: present('no operation asks for a name or a token', takesNames),
  creations: present('no operation creates anything', ({ method }) => method === 'post' || method === 'put'),
  updates: present('no operation updates anything', ({ method }) => method === 'put' || method === 'patch'),
  deletions: present('no operation deletes anything', ({ method }) => method === 'delete'),
}

const hasAll = (about: readonly Feature[], operation: Operation, api: Api): boolean =>
  about.every((one) => features[one].isIn(operation, api))

/** The operations of a document that a rule is about. */
export function operationsOf(rule: ExploreRuleId, api: Api): readonly Operation[] {
  return api.operations.filter((one) => hasAll(exploreRules[rule].about, one, api))
}

/** The reason why a rule applies to no operation of a document; undefined where it applies to one. */
export function whyNotAbout(rule: ExploreRuleId, api: Api): string | undefined {
  const { about } = exploreRules[rule]
  const missing = about.find(
    (_, index) => !api.operations.some((one) => hasAll(about.slice(0, index + 1), one, api)),
  )
  return missing && features[missing].otherwise
}

/** The checks whose rules apply to an operation. Cached, because every exchange needs them. */
const checksOf = once((api: Api) =>
  once((operation: Operation) =>
    checks.filter(({ rule }) => hasAll(exploreRules[rule].about, operation, api)),
  ),
)

const row = ({ rule, when }: Check): string => {
  const where = when.filter(({ isNegated }) => !isNegated).map(({ words }) => words)
  const notWhere = when.filter(({ isNegated }) => isNegated).map(({ words }) => words)
  return `| \`${rule}\` | ${exploreRules[rule].statement} | ${where.join('; ')} | ${notWhere.join('; ')} |`
}

/** docs/reference/checks.md from the table of checks: one row each, with its preconditions. */
export function checksPage(): string {
  return `# When a response is judged

A check judges every response of a run, whichever request asked for it, when all of its conditions hold. Checks of \`requests\`, \`security\` and \`methods\` judge only [cases](../any-api.md#how-requests-are-chosen), because only of a case is it known what is wrong with it. A rule passes when it judged a response and no response broke its promise. A response that is not judged does not count.

| Rule | Promise | Judged where | Not judged where |
|---|---|---|---|
${checks.map(row).join('\n')}
`
}

export interface Judgement {
  readonly judged: readonly ExploreRuleId[]
  readonly violations: ExploreViolations
}

const faultsBy = async (check: Check, observed: Observed): Promise<readonly Fault[] | undefined> => {
  try {
    if (!check.when.every((holds) => holds(observed))) return undefined
    return await check.find(observed)
  } catch (error) {
    // A recording may lack the body, and a body that is nested too deeply cannot be walked: neither can be judged.
    if (error instanceof BodyUnknown || error instanceof RangeError) return undefined
    throw error
  }
}

/** Judges one response by every check that applies. */
export async function judge(observed: Observed): Promise<Judgement> {
  const judged = new Set<ExploreRuleId>()
  const violations: ExploreViolation[] = []
  for (const check of checksOf(observed.api)(observed.case.call.operation)) {
    const faults = await faultsBy(check, observed)
    if (!faults) continue
    for (const rule of [check.rule, check.also ?? check.rule]) judged.add(rule)
    for (const fault of faults) violations.push({ ...fault, steps: [observed] })
  }
  return { judged: [...judged], violations }
}

/** Judges a request of unknown validity, from a pack or a recording, by what holds for every response. */
export function judgeExchange(
  api: Api,
  operation: Operation,
  exchange: Exchange,
  tolerances: Tolerances = {},
): Promise<Judgement> {
  const call = readCall(operation, exchange)
  const made = { call, expectation: 'unknown' } as const
  return judge({ api, case: made, exchange, durationMs: 0, tolerances })
}
