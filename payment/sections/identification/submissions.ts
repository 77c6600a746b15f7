import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { answered, ifPossible, unmet } from '../../../conformance/model/outcome.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { isRefusal, isSuccess, listIn, outcomeOf } from '../../../conformance/exchange/reading.js'
import type { Observer } from '../../../conformance/model/observation.js'
import { isObject } from '../../../document/index.js'
import { hasChange } from '../../../versions/index.js'
import { outstandingItems, readSignings } from '../../fixtures/onboarding.js'
import { noneServed, succeeded, wherePossible } from '../../fixtures/steps.js'
import { judged, notPromised, observer, type RuleId, scenario, section } from '../../statements/statement.js'
import { attempt, bodyOf, type Code, objectsOf, plain, submit } from './submission/attempt.js'
import { dueCases } from './codes/table.js'
import type { Edit } from './submission/draft.js'
import { isIdentificationCode } from '../../tables/enumerations.js'
import { submissionKinds as kinds } from '../../tables/submissions.js'
import { type Kind, recipes } from './submission/recipes.js'
import { kindsIn } from './submission/schema.js'
import { submissionBody } from '../../documents/view.js'

const listedKinds = (context: ScenarioContext): readonly unknown[] => {
  context.operation('post', '/customers/{}/identifications/v2')
  const listed = kindsIn(context.under, submissionBody(context.under))
  return kinds.some((kind) => listed.includes(kind)) ? listed : []
}

const fourKinds: Scenario = async (context) => {
  const listed = listedKinds(context)
  for (const kind of kinds) {
    const message = `the document knows no identification of kind ${kind}`
    context.expect(listed.length === 0 || listed.includes(kind), message)
  }
  const all = [recipes.business, recipes.person, recipes.token, recipes.link]
  const tried = await wherePossible(all, (recipe) => attempt(context, plain(recipe)))
  for (const { exchange, trial } of tried)
    context.note(`served: ${exchange.response.status} to ${trial.name}`)
  if (listed.length > 0 || tried.some(({ exchange }) => isSuccess(exchange))) return
  const reason = 'the document lists no kinds of identifications, and none could be submitted'
  throw noneServed(reason, tried[0]?.exchange)
}

/** A code that is also due for an empty submission of a kind; if it never occurs, its own rule reports that. */
const first: readonly (readonly [Kind, Code])[] = [
  ['Person', 'selfie_required'],
  ['Business', 'company_details_required'],
  ['Token', 'invalid_request'],
]

const comesAtAll = async (context: ScenarioContext, kind: Kind, code: Code): Promise<boolean> => {
  for (const errorCase of dueCases) {
    if (errorCase.recipe.kind !== kind || errorCase.due?.includes(code) !== true) continue
    const tried = await ifPossible(attempt(context, errorCase))
    if (tried && !isSuccess(tried.exchange)) return true
  }
  return false
}

const validatedAtOnce: Scenario = async (context) => {
  for (const [kind, code] of first) {
    const { exchange } = await submit(context, kind, { type: kind, kind })
    const { status } = exchange.response
    if (isSuccess(exchange) && !(await comesAtAll(context, kind, code))) continue
    // These statuses may depend on the customer rather than the submission.
    if ([401, 403, 404, 409].includes(status)) {
      context.refused ??= exchange
      continue
    }
    const message = `a ${kind} without any data must be refused at once, got ${status}`
    context.expect(isRefusal(answered(exchange)), message, exchange)
  }
}

const isStructured = ({ response }: Exchange): boolean => {
  const body = jsonBody(response)
  return Array.isArray(body) && body.some((one) => isObject(one) && 'code' in one)
}

const brokenPerson: Edit = ({ body }) => {
  const broken = { first_name: '', identity: {}, edd_questionnaire: {}, documents: [] }
  if (isObject(body)) Object.assign(body, broken)
}

const owesTerms = async (context: ScenarioContext, id: string): Promise<boolean> => {
  const { version } = context
  if (!hasChange(version, 'signings-first')) return false
  return outstandingItems(await readSignings(context, { id, version })).length > 0
}

const linkUnjudged: Scenario = async (context) => {
  const structured = 'a Link gets structured errors'
  const { exchange, customer } = await attempt(context, plain(recipes.link))
  context.expect(!isStructured(exchange), structured, exchange)
  const { status } = exchange.response
  const isRefused = status === 400
  // Terms must be signed first, so a text refusal may be about them.
  if (isRefused && !isStructured(exchange) && (await owesTerms(context, customer)))
    throw unmet(`no Link could be opened before the terms are signed: ${outcomeOf(exchange)}`, exchange)
  context.expect(!isRefused, `a Link that the document allows must not be validated, got ${status}`, exchange)
  const name = 'a Link with broken data of a Person beside it'
  const odd = await attempt(context, { name, recipe: recipes.link, edit: brokenPerson })
  context.expect(!isStructured(odd.exchange), structured, odd.exchange)
  const business = await ifPossible(submit(context, 'Business', await bodyOf(context, recipes.link)))
  if (business) context.expect(!isStructured(business.exchange), structured, business.exchange)
  if (!isRefused) succeeded(exchange, 'no Link could be opened')
}

// A refusal that may be about a reused customer was repeated with a new one.
const noConflict: Scenario = async (context) => {
  const all = [recipes.link, recipes.person, recipes.business]
  const tried = await wherePossible(all, (recipe) => attempt(context, plain(recipe)))
  for (const { customer, exchange } of tried) {
    if (exchange.response.status === 409) {
      const listing = context.find('get', '/customers/{}/identifications')
      const listed = listing && (await ifPossible(context.call(listing, { path: [customer] })))
      const isFree = listed !== undefined && isSuccess(listed) && listIn(listed)?.length === 0
      context.refused ??= exchange
      if (!isFree || (await owesTerms(context, customer))) continue
    }
    const message = 'a customer without an identification gets 409, as if one were in progress'
    context.expect(exchange.response.status !== 409, message, exchange)
  }
}

/** `identification/refusal-status`: a response that lists structured errors is a refusal, whatever its status. */
const refusalStatus: Observer = ({ route, exchange }) => {
  if (route !== 'post /customers/{}/identifications/v2') return undefined
  const error = objectsOf(exchange)?.find(({ code }) => isIdentificationCode(code))
  if (!error) return undefined
  const { status } = exchange.response
  const message = `a submission with ${String(error['code'])} must get 400, got ${status}`
  return status === 400 ? [] : [{ message, exchange }]
}

/** The beginning of the titles of sections about identifications. */
export const endpoint = 'Endpoints, POST /customers/{id}/identifications/v2'
export const needs = ['writes'] as const

/** The id of a rule about identifications. */
export function code(name: string): RuleId {
  return `identification/${name}`
}

/** Endpoints: identifications. */
export const submissionSection = section(
  endpoint,
  `Submits an identification of a customer, of one of four kinds. A Business and a Person hand in their data, a Token reuses an identity that was verified elsewhere, and a Link opens a hosted flow in which the customer does it. The rules below are those of 2026-08-01 and later; what breaks them gets the [structured errors](#errors-structured-identification-errors). Their fields:

{{submission fields}}`,
  {
    'identification/kinds': scenario({ needs, run: fourKinds })`
      Four kinds of submissions
      A submission is of kind Business, Person, Token or Link.`,
    'identification/synchronous': scenario({
      versions: { from: 'structured-errors' },
      needs,
      also: [code('invalid-request')],
      run: validatedAtOnce,
    })`
      Submissions are validated at once
      Business, Person and Token submissions are validated synchronously.
      no customer could be identified`,
    'identification/refusal-status': observer({
      versions: { from: 'structured-errors' },
      needs,
      also: [code('invalid-request')],
      observe: refusalStatus,
    })`
      Submissions that fail get 400
      A Business, Person or Token submission that fails gets 400.`,
    'identification/link-unjudged': scenario({ needs, run: linkUnjudged })`
      A Link is not validated
      A Link opens a hosted flow: nothing is validated synchronously, and no structured errors are returned.`,
    // By the documents of the service, not by the written specification.
    'identification/conflict': scenario({ severity: 'warning', needs, run: noConflict })`
      A first identification is not a conflict
      A submission gets 409 only where an identification of the customer is in progress.
      no submission could be built from the document`,
    token: judged(code('reuse-rejected'))`A Token reuses a verified identity.`,
    fields: judged('documents/shown', 'documents/statements')`
      The fields of the table are fields of an identification, from 2026-08-01 on.`,
    'earlier-validation': notPromised`
      The validation before 2026-08-01.
      the rules are those of 2026-08-01 or later; for earlier versions only the form of refusals is stated`,
    shapes: notPromised`
      The full shapes of request and response.
      they are not shown: the documents of the service decide them, and answers/body judges responses by those`,
  },
)
