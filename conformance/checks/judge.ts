import { BodyUnknown, type Exchange } from '../exchange/exchange.js'
import type { Api } from '../model/api.js'
import { type ExploreRuleId, exploreRules } from '../model/document-rules.js'
import type { Observed, Tolerances } from '../model/case.js'
import type { ExploreViolation, Fault } from '../model/violation.js'
import type { Operation } from '../../runtime/surface.js'
import { isAbout } from './about.js'
import { type Check, checks } from './checks.js'
import { readCall } from '../requests/index.js'

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

/** The rules that judged a response, broken or not, and the violations found. */
export interface Judgement {
  readonly judged: readonly ExploreRuleId[]
  readonly violations: readonly ExploreViolation[]
}

/** The faults that a check finds; undefined where it does not apply to the response. */
const faultsBy = async (check: Check, observed: Observed): Promise<readonly Fault[] | undefined> => {
  try {
    if (!isAbout(check.rule, observed.case.call.operation, observed.api)) return undefined
    if (!check.when.every((holds) => holds(observed))) return undefined
    if ('find' in check) return await check.find(observed)
    if (check.holds?.(observed) === true) return []
    return [{ rule: check.rule, pointer: check.at(observed), ...check.say(observed) }]
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
  for (const check of checks) {
    const faults = await faultsBy(check, observed)
    if (!faults) continue
    for (const rule of 'also' in check ? [check.rule, check.also] : [check.rule]) judged.add(rule)
    for (const fault of faults) violations.push({ ...fault, steps: [observed] })
  }
  return { judged: [...judged], violations }
}

/**
 * Judges an exchange of another origin: a rule of a pack, or the client of a recording. Whether its request is valid is
 * unknown, so only the checks that hold for every response apply.
 */
export function judgeExchange(
  api: Api,
  operation: Operation,
  exchange: Exchange,
  tolerances: Tolerances = {},
): Promise<Judgement> {
  const call = readCall(operation, exchange)
  const made = { call, expectation: 'unknown', source: 'elsewhere', aim: 'a call of somebody else' } as const
  return judge({ api, case: made, exchange, durationMs: 0, tolerances })
}
