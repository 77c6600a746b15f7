import type { Scenario, ScenarioContext } from '../../../../conformance/rules/context.js'
import {
  endingOf,
  ifPossible,
  Inconclusive,
  NotApplicable,
  unmet,
} from '../../../../conformance/model/outcome.js'
import { isSuccess } from '../../../../conformance/exchange/reading.js'
import {
  accepted,
  type Attempt,
  attempt,
  bodyOf,
  type Code,
  codesOf,
  codesText,
  entriesOf,
  hasUrl,
  isPending,
  objection,
  plain,
  refusalText,
  type Trial,
} from '../submission/attempt.js'
import type { Steps } from '../../../fixtures/steps.js'
import { Draft, type Edit } from '../submission/draft.js'
import { type Group, isOfGroup, names } from '../submission/names.js'
import { foundationFor, type Recipe, recipes } from '../submission/recipes.js'
import { listedTexts } from '../submission/schema.js'

/** One case of a code: it must occur, or must not. */
export interface ErrorCase extends Trial {
  /** Codes of which one must occur; if absent, the code of the rule must not occur. */
  readonly due?: readonly Code[]
  /** The trial to send instead if the service does not refuse the submission but waits for the document. */
  readonly orElse?: Trial
  /** The member that the edit empties: a fault only where the document requires it. */
  readonly emptied?: RegExp
  /** The index of the faulty beneficiary, or the company as a whole. */
  readonly about?: number | 'company'
  /** Companies of every type that the document lists, but sole proprietorships, get the code alike. */
  readonly isOfEveryType?: true
}

/** The rule of a code: its condition in words, and its cases. */
export interface CodeRule {
  /** As those of an entry. */
  readonly texts: string
  /** An empty list of codes in `due` means the code of the rule. */
  readonly cases: readonly ErrorCase[]
  /** Recipes that must not cause the code: by default every plain one that is complete by the document alone. */
  readonly innocent?: readonly Recipe[]
  /** Cases of other codes that show whether the service applies rules before its schema. */
  readonly precedents?: readonly ErrorCase[]
}

interface DueOptions extends Pick<ErrorCase, 'about' | 'emptied' | 'orElse' | 'isOfEveryType'> {
  /** Codes of which one must occur, if not only that of the rule. */
  readonly codes?: readonly Code[]
}

/** A case in which the code must occur. */
export function due(name: string, recipe: Recipe, edit: Edit, options: DueOptions = {}): ErrorCase {
  const { codes = [], ...others } = options
  return { name, recipe, edit, due: codes, ...others }
}

/** A case in which the code must not occur. */
export function free(name: string, recipe: Recipe, edit?: Edit): ErrorCase {
  return { name, recipe, ...(edit && { edit }) }
}

/** Completes a table: a case that names no codes is due the code of its rule. */
export function withOwnCodes<Own extends Code>(
  table: Readonly<Record<Own, CodeRule>>,
): Readonly<Record<Own, CodeRule>> {
  const rules = Object.entries<CodeRule>(table).map(([code, rule]) => {
    const cases = rule.cases.map((one) => (one.due?.length === 0 ? { ...one, due: [code] } : one))
    return [code, { ...rule, cases }]
  })
  return Object.fromEntries(rules)
}

const waits = ({ exchange }: Attempt): boolean => isPending(exchange) && hasUrl(exchange)

/** The attempt of a case, or of its alternative if the submission waits for missing documents. */
const attemptOf = async (context: ScenarioContext, errorCase: ErrorCase): Promise<Attempt> => {
  const base = await accepted(context, errorCase.recipe)
  const tried = await attempt(context, errorCase)
  const isWaiting = isSuccess(tried.exchange) && waits(tried) && !waits(base)
  return isWaiting && errorCase.orElse ? attempt(context, errorCase.orElse) : tried
}

const hasOneOf = ({ exchange }: Attempt, codes: readonly string[]): boolean =>
  codesOf(exchange).some((code) => codes.includes(code))

/** True where a body that violates the schema was refused with a code, so that the service checks rules first. */
const codesFirst: Steps<[precedents?: readonly ErrorCase[]], boolean> = async (context, precedents = []) => {
  for (const precedent of precedents) {
    const tried = await ifPossible(attempt(context, precedent))
    if (tried?.forbidden !== undefined && hasOneOf(tried, precedent.due ?? [])) return true
  }
  return false
}

/** @throws NotApplicable where the document allows a submission without the member that a case empties */
const needEmptied: Steps<[ErrorCase]> = async (context, { name, recipe, emptied, about }) => {
  if (!emptied) return
  const draft = new Draft(await bodyOf(context, recipe))
  draft.party(typeof about === 'number' ? about : undefined).remove(emptied)
  if ((await objection(context, draft.body)) === undefined)
    throw new NotApplicable(`the document does not require what is empty in ${name}`)
}

const judgeDue = async (
  context: ScenarioContext,
  errorCase: ErrorCase,
  due: readonly Code[],
  precedents?: readonly ErrorCase[],
): Promise<void> => {
  await needEmptied(context, errorCase)
  const tried = await attemptOf(context, errorCase)
  const { exchange, forbidden, trial } = tried
  const { status } = exchange.response
  if ([401, 403, 404, 409, 429].includes(status) || status >= 500)
    throw unmet(refusalText(exchange), exchange)
  const isInWords = !isSuccess(exchange) && entriesOf(exchange) === undefined
  if (isInWords && (status === 400 || forbidden !== undefined))
    throw new Inconclusive('the refusal is not a list of codes; see identification/error-array', exchange)
  // Where the schema forbids the body, a schema refusal is as correct as the code.
  const isOpen = forbidden !== undefined && !(await codesFirst(context, precedents))
  const message = `expected ${due.join(' or ')} for ${trial.name}, got ${codesText(exchange)}`
  context.expect(hasOneOf(tried, isOpen ? [...due, 'invalid_request'] : due), message, exchange)
}

const groupOf: Partial<Readonly<Record<Code, Group>>> = {
  company_details_required: 'details',
  legal_presence_required: 'presence',
  ownership_structure_required: 'ownership',
  control_structure_required: 'control',
}

/** Whether a Business may get the code because no type of company document is known to be of its group. */
const isUnrecognized: Steps<[Code], boolean> = async (context, code) => {
  const group = groupOf[code]
  if (group === undefined) return false
  const draft = new Draft(await bodyOf(context, recipes.business))
  return !draft.documents().some((one) => isOfGroup(group, one))
}

const judgeFree = async (context: ScenarioContext, errorCase: ErrorCase, code: Code): Promise<void> => {
  const { exchange, forbidden } = await attempt(context, errorCase)
  if (forbidden !== undefined) throw new NotApplicable(`the document forbids ${errorCase.name}: ${forbidden}`)
  const isFree = !codesOf(exchange).includes(code) || (await isUnrecognized(context, code))
  context.expect(isFree, `got ${code} for ${errorCase.name}, to which it does not apply`, exchange)
  if (!isSuccess(exchange)) throw unmet(refusalText(exchange), exchange)
}

/** A purpose that is accepted for a PrivateFoundation, of those that the document lists. */
const acceptedPurpose = (context: ScenarioContext): Promise<string | undefined> =>
  context.given('purpose of a foundation', async () => {
    for (const purpose of listedTexts(context.under, names.purpose)) {
      const tried = await ifPossible(attempt(context, plain(foundationFor(purpose))))
      if (tried && isSuccess(tried.exchange)) return purpose
    }
    return undefined
  })

const ofType = async (context: ScenarioContext, recipe: Recipe, type: string): Promise<Recipe> => {
  const { company, name } = recipe
  if (!company) return recipe
  const purpose = type === 'PrivateFoundation' ? await acceptedPurpose(context) : undefined
  const other = { ...company, type, ...(purpose !== undefined && { purpose }) }
  return { ...recipe, name: `${name}, a ${type}`, company: other }
}

/** Judges a case once more for every type of company whose plain submission is accepted. */
const judgeEveryType: Steps<[ErrorCase]> = async (context, { recipe, due = [], ...errorCase }) => {
  const types = listedTexts(context.under, names.companyType).filter((type) => !/sole/i.test(type))
  for (const type of types) {
    const other = { ...errorCase, recipe: await ofType(context, recipe, type) }
    const waiting = errorCase.orElse && { orElse: { ...errorCase.orElse, recipe: other.recipe } }
    await endingOf(judgeDue(context, { ...other, ...waiting, name: `${other.name}, a ${type}` }, due))
  }
}

const { person, usPerson, edd, business, usBusiness, sole, usSole, nested } = recipes
const everyone = [person, usPerson, edd, business, usBusiness, sole, usSole, nested]

/** The scenario of one code: all its cases once. @throws their ending where none of them could be judged. */
export function judgeCode(code: Code, { cases, innocent = everyone, precedents }: CodeRule): Scenario {
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
      if (errorCase.isOfEveryType && !ending && context.violations.length === 0)
        await judgeEveryType(context, errorCase)
    }
    const [first] = endings
    if (judged === 0 && first && context.violations.length === 0) throw first
    for (const { message } of endings) context.note(`not judged: ${message}`)
  }
}
