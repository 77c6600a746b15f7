import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, Inconclusive, NotApplicable, unmet } from '../../../conformance/model/outcome.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { typeInWords } from '../../values/type-in-words.js'
import { isObject } from '../../../document/index.js'
import { isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import { type Attempt, attempt, objection } from './attempt/attempt.js'
import { submitterOf } from './attempt/submitter.js'
import { Draft } from './submission/draft.js'
import { recipes } from './submission/facts.js'
import { dueCases } from './code-rules.js'
import { identificationCodes } from '../../tables/identification-codes.js'
import { provokedRefusals } from './provoked.js'
import { entriesOf, type ErrorEntry } from './attempt/refusal.js'
import type { ErrorCase } from './attempt/verdict.js'

interface Refused extends Attempt {
  readonly errorCase: ErrorCase
}

/** Refusals of submissions of nothing but their kind, for documents that do not show what else belongs there. */
const emptyOnes = async (context: ScenarioContext): Promise<readonly Refused[]> => {
  const submitter = await submitterOf(context)
  const all: Refused[] = []
  for (const recipe of [recipes.person, recipes.business, recipes.token]) {
    const { kind } = recipe
    const submitted = await submitter.submit(context, kind, { type: kind, kind })
    const errorCase = { name: `an empty ${kind}`, recipe }
    const forbidden = await objection(context, { type: kind, kind })
    if (submitted.exchange.response.status === 400)
      all.push({ ...submitted, trial: errorCase, errorCase, forbidden })
  }
  return all
}

/** All refusals of submissions that rules are broken by, in their order. @throws an ending when there are none. */
const refusals = async (context: ScenarioContext): Promise<readonly Refused[]> => {
  const all: Refused[] = []
  let other: Exchange | undefined
  for (const errorCase of dueCases) {
    const tried = await ifPossible(attempt(context, errorCase))
    if (tried?.exchange.response.status === 400) all.push({ ...tried, errorCase })
    else if (tried && !isSuccess(tried.exchange)) other ??= tried.exchange
  }
  all.push(...(await provokedRefusals(context)))
  if (all.length === 0) all.push(...(await emptyOnes(context)))
  if (all.length > 0) return all
  if (other) throw unmet(`no submission was refused with 400: ${outcomeOf(other)}`, other)
  throw new Inconclusive('no submission was refused with 400; see identification/synchronous')
}

const isListOfObjects = (exchange: Exchange): boolean => {
  const body = jsonBody(exchange.response)
  return Array.isArray(body) && body.length > 0 && body.every(isObject)
}

/** `identification/error-array`: a body that the document itself forbids may be refused in words, before any rule is applied. */
export const errorArray: Scenario = async (context) => {
  const valid = (await refusals(context)).filter(({ forbidden }) => forbidden === undefined)
  if (valid.length === 0)
    throw new NotApplicable('the document itself forbids everything that could be tried')
  for (const { exchange, trial } of valid) {
    const came = typeInWords(jsonBody(exchange.response))
    const message = `400 for a ${trial.recipe.kind}: an array of error objects is due, ${came} came`
    context.expect(isListOfObjects(exchange), message, exchange)
  }
}

/** Every entry of every refusal that is a list of objects, each with its JSON Pointer. */
const entries = async (
  context: ScenarioContext,
): Promise<readonly { entry: ErrorEntry; at: string; refused: Refused }[]> => {
  const lists = (await refusals(context)).filter(({ exchange }) => isListOfObjects(exchange))
  if (lists.length === 0)
    throw new Inconclusive('no refusal is a list of objects; see identification/error-array')
  return lists.flatMap((refused) => {
    const body = jsonBody(refused.exchange.response)
    const list = Array.isArray(body) ? body.filter(isObject) : []
    return list.map((entry, index) => ({ entry, at: `/${index}`, refused }))
  })
}

const isWords = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

/** `identification/error-fields`. */
export const errorFields: Scenario = async (context) => {
  for (const { entry, at, refused } of await entries(context)) {
    for (const name of ['code', 'message', 'docs_url']) {
      const came = entry[name] === undefined ? 'it is absent' : `${typeInWords(entry[name])} came`
      const message = `${name} of an identification error is due as a string; ${came}`
      context.expect(isWords(entry[name]), message, refused.exchange, `${at}/${name}`)
    }
  }
}

const known = new Set<string>(identificationCodes)

/** `identification/error-codes`. */
export const errorCodes: Scenario = async (context) => {
  let judged = 0
  for (const { entry, at, refused } of await entries(context)) {
    if (typeof entry['code'] !== 'string') continue
    judged++
    const message = `${entry['code']} is none of the codes that the specification lists`
    context.expect(known.has(entry['code']), message, refused.exchange, `${at}/code`)
  }
  if (judged === 0) throw new Inconclusive('no error has a code; see identification/error-fields')
}

const plainLetters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const fragmentOf = (url: string): string => {
  const fragment = url.split('#').slice(1).join('#')
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** `identification/docs-url`. */
export const identificationDocsUrl: Scenario = async (context) => {
  let judged = 0
  for (const { entry, at, refused } of await entries(context)) {
    const { code, docs_url: url } = entry
    if (typeof code !== 'string' || !known.has(code) || typeof url !== 'string') continue
    judged++
    const isAnchored = plainLetters(fragmentOf(url)).includes(plainLetters(code))
    context.expect(
      isAnchored,
      `docs_url of ${code} is not anchored by it`,
      refused.exchange,
      `${at}/docs_url`,
    )
    const isLink = !/\s/.test(url) && URL.canParse(url, 'https://docs.example.com/')
    context.expect(isLink, `docs_url of ${code} is no link`, refused.exchange, `${at}/docs_url`)
  }
  if (judged === 0)
    throw new Inconclusive('no error has a known code and a docs_url; see identification/error-fields')
}

const isOfCode = ({ due = [] }: ErrorCase, code: unknown): boolean => due.some((one) => one === code)

/** How many beneficiaries of the root company were sent. */
const sentCount = ({ request }: Exchange): number => {
  try {
    return new Draft(JSON.parse(request.body ?? '')).beneficiaries.length
  } catch {
    return 0
  }
}

const indexFault = (
  index: unknown,
  { errorCase, trial, exchange }: Refused,
  code: unknown,
): string | undefined => {
  if (index === undefined || index === null) return undefined
  if (typeof index !== 'number' || !Number.isInteger(index))
    return `an integer is due, ${typeInWords(index)} came`
  if (trial.recipe.kind !== 'Business') return `a ${trial.recipe.kind} has no beneficiaries, and one came`
  const isSoleFault = isOfCode(errorCase, code)
  if (errorCase.about === 'company' && isSoleFault) return 'the fault is about no beneficiary, and one came'
  const count = Math.max(trial.recipe.company?.parties.length ?? 0, sentCount(exchange))
  if (index < 0 || index > count) return 'it points at no beneficiary'
  const isWrong = typeof errorCase.about === 'number' && isSoleFault && index !== errorCase.about
  return isWrong ? `it points at another beneficiary than the one meant (zero-based)` : undefined
}

/** `identification/beneficiary-index`. */
export const beneficiaryIndex: Scenario = async (context) => {
  for (const { entry, at, refused } of await entries(context)) {
    const fault = indexFault(entry['beneficiary_index'], refused, entry['code'])
    const message = `beneficiary_index of ${String(entry['code'])}: ${fault}`
    context.expect(fault === undefined, message, refused.exchange, `${at}/beneficiary_index`)
  }
}

/** How many entries a refusal of one fault has: one, as a rule; more are noted and never judged. */
export const identificationOneEntry: Scenario = async (context) => {
  for (const { exchange, errorCase } of await refusals(context)) {
    const count = entriesOf(exchange)?.length ?? 1
    if (count > 1) context.note(`served: ${count} entries for ${errorCase.name}`)
  }
  if (context.notes.length === 0) throw new NotApplicable('every refusal has one entry')
}
