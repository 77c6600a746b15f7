import type { Scenario, ScenarioContext } from '../../../../conformance/rules/context.js'
import {
  ifPossible,
  Inconclusive,
  isEnding,
  NotApplicable,
  unmet,
} from '../../../../conformance/model/outcome.js'
import { isSuccess } from '../../../../conformance/exchange/reading.js'
import { walk } from '../../../../document/index.js'
import { jsonBody } from '../../../../conformance/exchange/exchange.js'
import { accepted, type Attempt, attempt, plain, codesText, refusalText, type Trial } from './attempt.js'
import type { Recipe } from '../submission/facts.js'
import { type Code, codesOf, entriesOf } from './refusal.js'

/** One case of a code: where it has to come, or where the specification keeps it away. */
export interface ErrorCase extends Trial {
  /** Codes of which one has to come; without them the code of the rule must not come. */
  readonly due?: readonly Code[]
  /** The trial to send instead where the submission is not refused, but waits for the document. */
  readonly orElse?: Trial
  /** The beneficiary whom the fault is about, or the company as a whole. */
  readonly about?: number | 'company'
}

/** A code with its cases. */
export interface CodeRule {
  readonly code: Code
  readonly cases: readonly ErrorCase[]
  /** Recipes that give no cause for the code as they are. */
  readonly innocent?: readonly Recipe[]
  /** Cases of other codes that show whether rules are applied before the document is. */
  readonly precedents?: readonly ErrorCase[]
}

const pending = (tried: Attempt): boolean => {
  const nodes = walk(jsonBody(tried.exchange.response))
  const hasUrl = nodes.some(([at, value]) => /url$|link$/i.test(at) && typeof value === 'string')
  return hasUrl && nodes.some(([, value]) => value === 'Pending')
}

/** The attempt of a case, or of the one to try instead where a submission waits for what it lacks. */
const attemptOf = async (context: ScenarioContext, errorCase: ErrorCase): Promise<Attempt> => {
  const base = await accepted(context, errorCase.recipe)
  const tried = await attempt(context, errorCase)
  const waits = isSuccess(tried.exchange) && pending(tried) && !pending(base)
  return waits && errorCase.orElse ? attempt(context, errorCase.orElse) : tried
}

const notAList = 'the refusal is no list of codes; see identification/error-array'

/** True where a body that the document itself forbids was refused with the code of another rule: codes come first here. */
const codesFirst = async (context: ScenarioContext, precedents: readonly ErrorCase[]): Promise<boolean> => {
  for (const precedent of precedents) {
    const tried = await ifPossible(attempt(context, precedent))
    const codes: readonly string[] = precedent.due ?? []
    if (tried?.forbidden !== undefined && codesOf(tried.exchange).some((code) => codes.includes(code)))
      return true
  }
  return false
}

const judgeDue = async (
  context: ScenarioContext,
  errorCase: ErrorCase,
  due: readonly Code[],
  precedents: readonly ErrorCase[],
): Promise<void> => {
  const { exchange, forbidden, trial } = await attemptOf(context, errorCase)
  const { status } = exchange.response
  const message = `${due.join(' or ')} is due for ${trial.name}; ${codesText(exchange)} came`
  if ([401, 403, 404, 409, 429].includes(status) || status >= 500)
    throw unmet(refusalText(exchange), exchange)
  const isWordy = !isSuccess(exchange) && entriesOf(exchange) === undefined
  if (isWordy && (status === 400 || forbidden !== undefined)) throw new Inconclusive(notAList, exchange)
  // Where the document forbids the body by itself, its own refusal is as right as the code.
  const isOpen = forbidden !== undefined && !(await codesFirst(context, precedents))
  const right: readonly string[] = isOpen ? [...due, 'invalid_request'] : due
  context.expect(
    codesOf(exchange).some((code) => right.includes(code)),
    message,
    exchange,
  )
}

const judgeInnocent = async (context: ScenarioContext, errorCase: ErrorCase, code: Code): Promise<void> => {
  const { exchange, forbidden } = await attempt(context, errorCase)
  if (forbidden !== undefined) throw new NotApplicable(`the document forbids ${errorCase.name}: ${forbidden}`)
  const comes = codesOf(exchange).includes(code)
  context.expect(!comes, `${code} came for ${errorCase.name}, to which it does not apply`, exchange)
  if (!comes && !isSuccess(exchange)) throw unmet(refusalText(exchange), exchange)
}

const endingIn = async (steps: Promise<void>): Promise<Error | undefined> => {
  try {
    await steps
    return undefined
  } catch (error) {
    if (isEnding(error)) return error
    throw error
  }
}

/** The steps of one code: all its cases, each once. @throws what ended its cases where none of them could be had. */
export function judgeCode({ code, cases: members, innocent = [], precedents = [] }: CodeRule): Scenario {
  return async (context) => {
    const endings: Error[] = []
    const ended = async (steps: Promise<void>): Promise<boolean> => {
      const ending = await endingIn(steps)
      if (ending) endings.push(ending)
      return ending !== undefined
    }
    for (const recipe of innocent) await endingIn(judgeInnocent(context, plain(recipe), code))
    const dues = members.filter(({ due }) => due)
    let judged = 0
    for (const errorCase of members) {
      const { due } = errorCase
      const steps = due
        ? judgeDue(context, errorCase, due, precedents)
        : judgeInnocent(context, errorCase, code)
      if (!(await ended(steps)) && (due !== undefined || dues.length === 0)) judged++
    }
    const [first] = endings
    if (judged === 0 && first && context.violations.length === 0) throw first
    for (const { message } of endings) context.note(`not judged: ${message}`)
  }
}
