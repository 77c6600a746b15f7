import { walk } from '../../../../document/index.js'
import type { Scenario, ScenarioContext } from '../../../../conformance/rules/context.js'
import {
  endingOf,
  ifPossible,
  Inconclusive,
  NotApplicable,
  unmet,
} from '../../../../conformance/model/outcome.js'
import { jsonBody } from '../../../../conformance/exchange/exchange.js'
import { isSuccess } from '../../../../conformance/exchange/reading.js'
import {
  accepted,
  type Attempt,
  attempt,
  type Code,
  codesOf,
  codesText,
  entriesOf,
  plain,
  refusalText,
  type Trial,
} from '../submission/attempt.js'
import type { Edit } from '../submission/draft.js'
import type { Recipe } from '../submission/recipes.js'

/** One case of a code: where it has to come, or where the specification keeps it away. */
export interface ErrorCase extends Trial {
  /** Codes of which one has to come; without them the code of the rule must not come. */
  readonly due?: readonly Code[]
  /** The trial to send instead where the submission is not refused, but waits for the document. */
  readonly orElse?: Trial
  /** The beneficiary whom the fault is about, or the company as a whole. */
  readonly about?: number | 'company'
}

/** The rule of a code: when it is due, in words, and its cases. */
export interface CodeRule {
  readonly title: string
  readonly statement: string
  readonly details?: readonly string[]
  /** Those that are due an empty list of codes are due the code of the rule. */
  readonly cases: readonly ErrorCase[]
  /** Recipes that give no cause for the code as they are. */
  readonly innocent?: readonly Recipe[]
  /** Cases of other codes that show whether rules are applied before the document is. */
  readonly precedents?: readonly ErrorCase[]
}

export type CodeTable = Readonly<Partial<Record<Code, CodeRule>>>

/** What is particular about a case in which a code is due. */
interface DueOptions extends Pick<ErrorCase, 'about' | 'orElse'> {
  /** Codes of which one has to come, where it is not that of the rule alone. */
  readonly codes?: readonly Code[]
}

/** A case in which the code is due. */
export function due(name: string, recipe: Recipe, edit: Edit, options: DueOptions = {}): ErrorCase {
  const { codes = [], ...others } = options
  return { name, recipe, edit, due: codes, ...others }
}

/** A case that the specification keeps the code away from. */
export function free(name: string, recipe: Recipe, edit?: Edit): ErrorCase {
  return { name, recipe, ...(edit && { edit }) }
}

const isPending = ({ exchange }: Attempt): boolean => {
  const nodes = walk(jsonBody(exchange.response))
  const hasUrl = nodes.some(([at, value]) => /url$|link$/i.test(at) && typeof value === 'string')
  return hasUrl && nodes.some(([, value]) => value === 'Pending')
}

/** The attempt of a case, or of the one to try instead where a submission waits for what it lacks. */
const attemptOf = async (context: ScenarioContext, errorCase: ErrorCase): Promise<Attempt> => {
  const base = await accepted(context, errorCase.recipe)
  const tried = await attempt(context, errorCase)
  const waits = isSuccess(tried.exchange) && isPending(tried) && !isPending(base)
  return waits && errorCase.orElse ? attempt(context, errorCase.orElse) : tried
}

const hasOneOf = ({ exchange }: Attempt, codes: readonly string[]): boolean =>
  codesOf(exchange).some((code) => codes.includes(code))

/** True where a body that the document itself forbids was refused with the code of another rule: codes come first here. */
const codesFirst = async (
  context: ScenarioContext,
  precedents: readonly ErrorCase[] = [],
): Promise<boolean> => {
  for (const precedent of precedents) {
    const tried = await ifPossible(attempt(context, precedent))
    if (tried?.forbidden !== undefined && hasOneOf(tried, precedent.due ?? [])) return true
  }
  return false
}

const judgeDue = async (
  context: ScenarioContext,
  errorCase: ErrorCase,
  due: readonly Code[],
  precedents?: readonly ErrorCase[],
): Promise<void> => {
  const tried = await attemptOf(context, errorCase)
  const { exchange, forbidden, trial } = tried
  const { status } = exchange.response
  if ([401, 403, 404, 409, 429].includes(status) || status >= 500)
    throw unmet(refusalText(exchange), exchange)
  const isInWords = !isSuccess(exchange) && entriesOf(exchange) === undefined
  if (isInWords && (status === 400 || forbidden !== undefined))
    throw new Inconclusive('the refusal is no list of codes; see identification/error-array', exchange)
  // Where the document forbids the body by itself, its own refusal is as right as the code.
  const isOpen = forbidden !== undefined && !(await codesFirst(context, precedents))
  const message = `${due.join(' or ')} is due for ${trial.name}; ${codesText(exchange)} came`
  context.expect(hasOneOf(tried, isOpen ? [...due, 'invalid_request'] : due), message, exchange)
}

const judgeFree = async (context: ScenarioContext, errorCase: ErrorCase, code: Code): Promise<void> => {
  const { exchange, forbidden } = await attempt(context, errorCase)
  if (forbidden !== undefined) throw new NotApplicable(`the document forbids ${errorCase.name}: ${forbidden}`)
  const comes = codesOf(exchange).includes(code)
  context.expect(!comes, `${code} came for ${errorCase.name}, to which it does not apply`, exchange)
  if (!comes && !isSuccess(exchange)) throw unmet(refusalText(exchange), exchange)
}

/** The steps of one code: all its cases, each once. @throws what ended its cases where none of them could be had. */
export function judgeCode(code: Code, { cases, innocent = [], precedents }: CodeRule): Scenario {
  return async (context) => {
    for (const recipe of innocent) await endingOf(judgeFree(context, plain(recipe), code))
    const isAllFree = cases.every(({ due }) => due === undefined)
    const endings: Error[] = []
    let judged = 0
    for (const errorCase of cases) {
      const { due } = errorCase
      const steps = due ? judgeDue(context, errorCase, due, precedents) : judgeFree(context, errorCase, code)
      const ending = await endingOf(steps)
      if (ending) endings.push(ending)
      else if (due || isAllFree) judged++
    }
    const [first] = endings
    if (judged === 0 && first && context.violations.length === 0) throw first
    for (const { message } of endings) context.note(`not judged: ${message}`)
  }
}
