import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, Inconclusive, Skip, unmet } from '../../../conformance/model/outcome.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import { lastKey, objectOf, walk } from '../../../document/index.js'
import { hasChange } from '../../../versions/index.js'
import {
  accepted,
  attempt,
  type Code,
  codesOf,
  codesText,
  entriesOf,
  plain,
  type Trial,
} from './submission/attempt.js'
import { bare, lone } from './codes/edits.js'
import { judgeCode } from './codes/cases.js'
import { codeRules } from './codes/table.js'
import { provokedCode } from './provoked.js'
import { all, set } from './submission/draft.js'
import { names } from './submission/names.js'
import { foundationFor, recipes } from './submission/recipes.js'
import { listedTexts } from './submission/schema.js'
import { description } from './submission/values.js'
import { inTurn, type Steps } from '../../fixtures/steps.js'

/** Rules about companies with more than the cases of a code. */

const insufficient = 'business_description_insufficient'
const enough = 3
/** Industries to try where the document lists none. */
const usual = ['EducationAndTraining', 'RetailAndWholesaleTrade', 'Agriculture']
/** Industries that a service may prohibit. */
const delicate = /misc|other|arms|weapon|adult|gambl|casino|drug|shell|crypto|money|mining|tobacco/i

const describedAs = (industry: string, text: string): Trial => ({
  name: `a description of ${text.length} characters in the industry ${industry}`,
  recipe: recipes.business,
  edit: all(set(names.description, text), set(names.industry, industry)),
})

/** The first, middle and last items of a list, then the others. */
const spread = (list: readonly string[]): readonly string[] => {
  const ends = [list.at(0), list.at(Math.floor(list.length / 2)), list.at(-1)]
  return [...new Set([...ends.filter((one) => one !== undefined), ...list])]
}

/** Judges one industry. @returns false where it is not served */
const judgeIndustry = async (context: ScenarioContext, industry: string): Promise<boolean> => {
  const trial = describedAs(industry, description.slice(0, 79))
  const tried = await ifPossible(attempt(context, trial))
  if (!tried) return false
  const { exchange, forbidden } = tried
  const isDue = codesOf(exchange).includes(insufficient)
  if (isDue || (forbidden !== undefined && !isSuccess(exchange))) return true
  const full = await ifPossible(attempt(context, describedAs(industry, description)))
  if (!full || full.forbidden !== undefined || !isSuccess(full.exchange)) return false
  context.violate(`expected ${insufficient} for ${trial.name}, got ${codesText(exchange)}`, exchange)
  return true
}

/** Judges the required length of a description, in every served industry. */
export const descriptionLength: Scenario = async (context) => {
  await judgeCode(insufficient, codeRules[insufficient])(context)
  const listed = listedTexts(context.under, names.industry)
  const industries = spread((listed.length > 0 ? listed : usual).filter((one) => !delicate.test(one)))
  let judged = 0
  for (const industry of industries.slice(0, 2 * enough))
    if (judged < enough && (await judgeIndustry(context, industry))) judged++
}

const unsupported = 'foundation_intended_use_not_supported'

/** Whether a list of purposes still has all of an earlier version, which had no limitation. */
const isUnlimited = ({ session, version }: ScenarioContext, listed: readonly string[]): boolean =>
  [...session.versions.values()]
    .filter((one) => !hasChange(one.version, 'foundation-purposes') && one.version < version)
    .map((one) => listedTexts(one, names.purpose))
    .some((before) => before.length > 0 && before.every((one) => listed.includes(one)))

const comesFor = async (context: ScenarioContext, code: Code, trial: Trial): Promise<boolean> => {
  const tried = await ifPossible(attempt(context, trial))
  return tried !== undefined && codesOf(tried.exchange).includes(code)
}

const foundation = (value: string): Trial => ({
  ...plain(foundationFor(value)),
  edit: set(names.purpose, value),
})

/** A purpose that is refused to a PrivateFoundation is one of every other type of company. */
const expectOthersFree = async (context: ScenarioContext): Promise<void> => {
  for (const purpose of listedTexts(context.under, names.purpose)) {
    if (!(await comesFor(context, unsupported, foundation(purpose)))) continue
    for (const type of listedTexts(context.under, names.companyType)) {
      if (/foundation|sole/i.test(type)) continue
      const edit = all(set(names.purpose, purpose), set(names.companyType, type))
      const trial = { name: `a ${type} for ${purpose}`, recipe: recipes.business, edit }
      const message = `got ${unsupported} for ${trial.name}, which is not a PrivateFoundation`
      const tried = await ifPossible(attempt(context, trial))
      if (tried) context.expect(!codesOf(tried.exchange).includes(unsupported), message, tried.exchange)
    }
    return
  }
}

/** Only a PrivateFoundation has limited purposes; the specification does not show which. */
export const foundationPurpose: Scenario = async (context) => {
  for (const recipe of [recipes.business, recipes.usBusiness, recipes.sole]) {
    const other = await ifPossible(attempt(context, plain(recipe)))
    const message = `got ${unsupported} for a company that is not a PrivateFoundation`
    if (other) context.expect(!codesOf(other.exchange).includes(unsupported), message, other.exchange)
  }
  await expectOthersFree(context)
  if (context.session.plan.subjects.provocations?.[unsupported])
    return provokedCode(unsupported, [recipes.business])(context)
  await accepted(context, recipes.business)
  const listed = listedTexts(context.under, names.purpose)
  if (listed.length === 0) {
    const { exchange } = await attempt(context, foundation('No purpose that anyone has'))
    const message = `expected ${unsupported} for a purpose that no set can hold, got ${codesText(exchange)}`
    context.expect(exchange.response.status === 400, message, exchange)
    return
  }
  let isRefused = false
  for (const value of listed) {
    const { exchange } = await attempt(context, foundation(value))
    if (codesOf(exchange).includes(unsupported)) return
    isRefused ||= !isSuccess(exchange)
  }
  if (isRefused || !isUnlimited(context, listed))
    throw new Skip(
      `every purpose that the document lists is served to a PrivateFoundation; give a JSON Patch named ${unsupported} ` +
        'among the provocations if one is not supported',
      'provocation',
    )
  context.violate(
    `${unsupported} comes for no purpose: a PrivateFoundation is accepted for each of those that every company has, ` +
      'and that earlier versions had before they were limited',
  )
}

/** A code that is due for a submission, the number of times, and the trials without only its group. */
type DueCode = readonly [code: Code, times: number, ...alone: Trial[]]

/** @returns the number of codes judged */
const judgeTogether: Steps<[Trial, readonly DueCode[]], number> = async (context, trial, dues) => {
  await accepted(context, trial.recipe)
  const { exchange } = await attempt(context, trial)
  if (entriesOf(exchange) === undefined) return 0
  let judged = 0
  for (const [code, times, ...alone] of dues) {
    // Whether a code occurs at all is judged by its own rule.
    const comes = await inTurn(alone, (one) => comesFor(context, code, one))
    if (comes.includes(false)) continue
    judged++
    const came = codesOf(exchange).filter((one) => one === code).length
    context.expect(
      came === times,
      `${trial.name}: expected ${code} ${times} times, got it ${came} times`,
      exchange,
    )
  }
  return judged
}

const presence: DueCode = ['legal_presence_required', 1, lone.presence]
const control: DueCode = ['control_structure_required', 1, lone.control]
const details = 'company_details_required'
const ownership = 'ownership_structure_required'

/** The four codes of document groups occur together, once for every company that lacks a required group. */
export const documentsTogether: Scenario = async (context) => {
  const ofRoot: DueCode[] = [[details, 1, lone.details], presence, [ownership, 1, lone.ownership], control]
  const ofSole: DueCode[] = [
    [details, 1, lone.soleDetails],
    [presence[0], 1, lone.solePresence],
    [ownership, 1, lone.soleOwnership],
    [control[0], 1, lone.soleControl],
  ]
  const twice: DueCode = [details, 2, lone.details, lone.nestedDetails]
  const ownershipTwice: DueCode = [ownership, 2, lone.ownership, lone.nestedOwnership]
  const judged =
    (await judgeTogether(context, bare.root, ofRoot)) +
    ((await ifPossible(judgeTogether(context, bare.sole, ofSole))) ?? 0) +
    (await judgeTogether(context, bare.us, [[details, 1, lone.usDetails]])) +
    (await judgeTogether(context, bare.both, [twice, presence, ownershipTwice, control]))
  if (judged > 0) return
  throw new Inconclusive('none of the four codes comes at all; see identification/company-details-required')
}

const isResumable = ({ response }: Exchange): boolean =>
  walk(jsonBody(response)).some(([at, value]) => {
    const name = lastKey(at)
    return /(^|_)(resume_)?url$|resume/i.test(name) && name !== 'docs_url' && typeof value === 'string'
  })

const isPending = (value: unknown): boolean => {
  const members = Object.entries(objectOf(value))
  const isWaiting = members.some(([, one]) => one === 'Pending')
  return isWaiting && members.some(([name, one]) => /url$/i.test(name) && typeof one === 'string')
}

/** A Business without Company Details is refused finally, so it cannot be resumed. */
export const noResumeUrl: Scenario = async (context) => {
  await expectNoUrl(context, lone.details)
  for (const trial of [lone.usDetails, lone.nestedDetails]) await ifPossible(expectNoUrl(context, trial))
}

const expectNoUrl: Steps<[Trial]> = async (context, { name: which, recipe, ...edit }) => {
  await accepted(context, recipe)
  const trial = { ...edit, recipe, name: `${which}, once more` }
  const { exchange, customer } = await attempt(context, trial)
  if (isSuccess(exchange))
    throw new Inconclusive(`${which} is accepted; see identification/company-details-required`, exchange)
  if (exchange.response.status !== 400)
    throw unmet(`${which} is not judged: ${outcomeOf(exchange)}`, exchange)
  context.expect(!isResumable(exchange), `the refusal of ${which} has a url`, exchange)
  const list = context.find('get', '/customers/{}/identifications')
  if (!list) return
  const read = await context.call(list, { path: [customer] })
  const isLeft = walk(jsonBody(read.response)).some(([, value]) => isPending(value))
  context.expect(!isLeft, `${which} leaves a Pending identification with a url`, read)
}
