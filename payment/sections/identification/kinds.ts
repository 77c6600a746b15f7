import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import {
  answered,
  ifPossible,
  Inconclusive,
  NotApplicable,
  unmet,
} from '../../../conformance/model/outcome.js'
import { type Exchange, headerValue, jsonBody } from '../../../conformance/exchange/exchange.js'
import {
  isRefusal,
  isStringBody,
  isSuccess,
  isVersionError,
  outcomeOf,
} from '../../../conformance/exchange/reading.js'
import { typeInWords } from '../../values/type-in-words.js'
import { hasChange } from '../../../versions/index.js'
import { outstandingItems, readSignings } from '../../fixtures/onboarding.js'
import { isObject } from '../../../document/index.js'
import { createCustomer } from '../../fixtures/customer.js'
import { type Attempt, attempt, plain } from './attempt/attempt.js'
import { submitterOf } from './attempt/submitter.js'
import { type Draft, isMembers } from './submission/draft.js'
import { type Kind, type Recipe, recipes } from './submission/facts.js'
import { dueCases } from './code-rules.js'
import { readerOf } from './submission/schema.js'

const kinds: readonly Kind[] = ['Business', 'Person', 'Token', 'Link']

/** The kinds that the document lists for a submission, where it lists any. */
const listedKinds = (context: ScenarioContext): readonly unknown[] => {
  const operation = context.operation('post', '/customers/{}/identifications/v2')
  const reader = readerOf(context.under.surface.schemas)
  const [media] = Object.values(operation.requestBody?.content ?? {})
  const listed = ['type', 'kind'].flatMap((name) => reader.listedAtTop(media?.schema, name))
  return listed.some((one) => kinds.some((kind) => kind === one)) ? listed : []
}

/** `identification/kinds`. */
export const identificationKinds: Scenario = async (context) => {
  const listed = listedKinds(context)
  for (const kind of kinds) {
    const message = `the document knows no identification of kind ${kind}`
    context.expect(listed.length === 0 || listed.includes(kind), message)
  }
  const plainOnes: readonly Recipe[] = [recipes.business, recipes.person, recipes.token, recipes.link]
  const tried: (Attempt | undefined)[] = []
  for (const recipe of plainOnes) tried.push(await ifPossible(attempt(context, plain(recipe))))
  for (const one of tried)
    if (one) context.note(`served: ${one.exchange.response.status} to ${one.trial.name}`)
  const some = tried.filter((one) => one !== undefined)
  if (listed.length > 0 || some.some((one) => isSuccess(one.exchange))) return
  const reason = 'the document lists no kinds of identifications, and none could be submitted'
  throw some[0]
    ? unmet(`${reason}: ${outcomeOf(some[0].exchange)}`, some[0].exchange)
    : new NotApplicable(reason)
}

const isStructured = (exchange: Exchange): boolean => {
  const body = jsonBody(exchange.response)
  return Array.isArray(body) && body.some((one) => isObject(one) && 'code' in one)
}

const withBrokenPerson = ({ body }: Draft): void => {
  if (isMembers(body))
    Object.assign(body, { first_name: '', identity: {}, edd_questionnaire: {}, documents: [] })
}

/** True for a customer whose terms are not signed. */
const owesTerms = async (context: ScenarioContext, customer: string): Promise<boolean> => {
  if (!hasChange(context.version, 'signings-first')) return false
  return outstandingItems(await readSignings(context, customer, context.version)).length > 0
}

/** `identification/link-unjudged`. */
export const linkUnjudged: Scenario = async (context) => {
  const { exchange, customer } = await attempt(context, plain(recipes.link))
  context.expect(!isStructured(exchange), 'a Link is answered with structured errors', exchange)
  const isRefused = exchange.response.status === 400
  // Terms are signed before anything else: a refusal in words may be about them.
  if (isRefused && !isStructured(exchange) && (await owesTerms(context, customer)))
    throw unmet(`no Link could be opened before the terms are signed: ${outcomeOf(exchange)}`, exchange)
  const message = `a Link that the document allows is validated: ${exchange.response.status} came`
  context.expect(!isRefused, message, exchange)
  const odd = await attempt(context, {
    name: 'a Link with broken data of a Person beside it',
    recipe: recipes.link,
    edit: withBrokenPerson,
  })
  const isOdd = isStructured(odd.exchange)
  context.expect(!isOdd, 'a Link is answered with structured errors', odd.exchange)
  if (!isRefused && !isSuccess(exchange))
    throw unmet(`no Link could be opened: ${outcomeOf(exchange)}`, exchange)
}

const expectWords = (context: ScenarioContext, exchange: Exchange): boolean => {
  if (exchange.response.status !== 400) return false
  const message = `400: a plain string is due, ${typeInWords(jsonBody(exchange.response))} came`
  context.expect(isStringBody(exchange), message, exchange)
  return true
}

/** Submissions that nobody accepts. */
const hopeless = [
  { type: 'Person', kind: 'Person' },
  { type: 'Business', kind: 'Business' },
  { type: 'Token', kind: 'Token', token: '' },
  { type: 'Nothing', kind: 'Nothing' },
]

const refuseInWords = async (context: ScenarioContext, version: string): Promise<void> => {
  const submitter = await submitterOf(context, version)
  let refused = 0
  let other: Exchange | undefined
  for (const body of hopeless) {
    const { exchange } = await submitter.submit(
      context,
      body.type === 'Business' ? 'Business' : 'Person',
      body,
    )
    const served = headerValue(exchange.response.headers, 'x-api-version')
    if (version === '' && served !== undefined && hasChange(served, 'structured-errors')) {
      const reason = `without a version ${served} is served; see versioning/default-absent`
      throw new Inconclusive(reason, exchange)
    }
    if (expectWords(context, exchange)) refused++
    else if (!isSuccess(exchange)) other ??= exchange
  }
  if (refused > 0) return
  const reason = 'none of the submissions that nobody accepts was refused with 400'
  throw other ? unmet(`${reason}: ${outcomeOf(other)}`, other) : new NotApplicable(reason)
}

/** `identification/plain-string`. */
export const plainString: Scenario = async (context) => {
  await refuseInWords(context, context.version)
  for (const errorCase of dueCases) {
    if (errorCase.recipe.kind === 'Business' && errorCase.about !== 'company') continue
    const tried = await ifPossible(attempt(context, errorCase))
    if (tried) expectWords(context, tried.exchange)
  }
}

/** Without a version the first one is served, which has no structured errors. */
export const plainStringUnversioned: Scenario = async (context) => {
  await refuseInWords(context, '')
  const operation = context.operation('post', '/customers/{}/identifications/v2')
  const { id } = await createCustomer(context, '')
  for (const body of hopeless.slice(0, 2)) {
    const exchange = await context.call(operation, { path: [id], version: [''], body })
    if (!isVersionError(exchange)) expectWords(context, exchange)
  }
}

/** A code that an empty submission of a kind is due as well: where it never comes, its own rule finds that. */
const first = [
  { kind: 'Person', code: 'selfie_required' },
  { kind: 'Business', code: 'company_details_required' },
  { kind: 'Token', code: 'invalid_request' },
] as const

const comesAtAll = async (context: ScenarioContext, kind: Kind, code: string): Promise<boolean> => {
  const ofKind = dueCases.filter(({ recipe }) => recipe.kind === kind)
  for (const errorCase of ofKind.filter(({ due = [] }) => due.some((one) => one === code))) {
    const tried = await ifPossible(attempt(context, errorCase))
    if (tried && !isSuccess(tried.exchange)) return true
  }
  return false
}

/** True for a refusal that may be about the customer, whatever is submitted. */
const isAboutCustomer = ({ response }: Exchange): boolean => [401, 403, 404, 409].includes(response.status)

/** `identification/synchronous`. */
export const identificationSynchronous: Scenario = async (context) => {
  const submitter = await submitterOf(context)
  let judged = 0
  let other: Exchange | undefined
  for (const { kind, code } of first) {
    const { exchange } = await submitter.submit(context, kind, { type: kind, kind })
    if (isSuccess(exchange) && !(await comesAtAll(context, kind, code))) continue
    if (isAboutCustomer(exchange)) {
      other ??= exchange
      continue
    }
    judged++
    const message = `a ${kind} without any data is due a refusal at once; ${exchange.response.status} came`
    context.expect(isRefusal(answered(exchange)), message, exchange)
  }
  if (judged > 0) return
  if (other) throw unmet(`no customer could be identified: ${outcomeOf(other)}`, other)
  throw new Inconclusive('nothing that a submission lacks is refused; see identification/selfie-required')
}
