import type { Scenario, ScenarioContext } from '../../engine/context.js'
import { ifPossible, Skip } from '../../engine/outcome.js'
import { type Exchange, headerValue, jsonBody } from '../../model/exchange.js'
import { kindOf } from '../../observers/index.js'
import { isVersionError } from '../../model/version-error.js'
import { isObject, isRefusal, isSuccess, outcomeOf } from '../reading.js'
import { createCustomer } from '../subjects/customer.js'
import { type Attempt, attempt, plain } from './attempt.js'
import { deskOf } from './desk.js'
import type { Draft } from './draft.js'
import { isMembers } from './draft.js'
import { type Kind, type Recipe, recipes } from './facts.js'
import { dueMembers } from './families.js'
import { readerOf } from './schema.js'

const kinds: readonly Kind[] = ['Business', 'Person', 'Token', 'Link']

/** The kinds that the document lists for a submission, where it lists any. */
const listedKinds = (context: ScenarioContext): readonly unknown[] => {
  const operation = context.operation('post', '/customers/{}/identifications/v2')
  const reader = readerOf(context.under.surface.schemas)
  const [media] = Object.values(operation.requestBody?.content ?? {})
  const listed = ['type', 'kind'].flatMap((name) => reader.listedAtTop(media?.schema, name))
  return listed.some((one) => kinds.some((kind) => kind === one)) ? listed : []
}

const isKnown: Scenario = async (context) => {
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
  if (listed.length === 0 && tried.every((one) => one === undefined || !isSuccess(one.exchange))) {
    throw new Skip('the document lists no kinds of identifications, and none could be submitted')
  }
}

const isStructured = (exchange: Exchange): boolean => {
  const body = jsonBody(exchange.response)
  return Array.isArray(body) && body.some((one) => isObject(one) && 'code' in one)
}

const withBrokenPerson = ({ body }: Draft): void => {
  if (isMembers(body))
    Object.assign(body, { first_name: '', identity: {}, edd_questionnaire: {}, documents: [] })
}

const link: Scenario = async (context) => {
  const { exchange } = await attempt(context, plain(recipes.link))
  context.expect(!isStructured(exchange), 'a Link is answered with structured errors', exchange)
  const message = `a Link that the document allows is validated: ${exchange.response.status} came`
  context.expect(exchange.response.status !== 400, message, exchange)
  const odd = await attempt(context, {
    name: 'a Link with broken data of a Person beside it',
    recipe: recipes.link,
    edit: withBrokenPerson,
  })
  const isOdd = isStructured(odd.exchange)
  context.expect(!isOdd, 'a Link is answered with structured errors', odd.exchange)
  if (exchange.response.status !== 400 && !isSuccess(exchange)) throw new Skip(outcomeOf(exchange))
}

const expectWords = (context: ScenarioContext, { response, ...rest }: Exchange): boolean => {
  if (response.status !== 400) return false
  const body = jsonBody(response)
  const message = `400: a plain string is due, ${kindOf(body)} came`
  const isJson = /[/+]json/i.test(headerValue(response.headers, 'content-type') ?? '')
  const isWords = body === undefined || typeof body === 'string' || (!isJson && typeof body !== 'object')
  context.expect(isWords || response.body === '', message, { response, ...rest })
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
  const desk = await deskOf(context, version)
  let refused = 0
  for (const body of hopeless) {
    const { exchange } = await desk.submit(context, body.type === 'Business' ? 'Business' : 'Person', body)
    const served = headerValue(exchange.response.headers, 'x-api-version')
    if (version === '' && served !== undefined && served >= '2026-08-01') {
      throw new Skip(`without a version ${served} is served; see versioning/default-absent`)
    }
    if (expectWords(context, exchange)) refused++
  }
  if (refused === 0) throw new Skip('none of the submissions that nobody accepts was refused with 400')
}

const plainString: Scenario = async (context) => {
  await refuseInWords(context, context.version)
  for (const member of dueMembers) {
    if (member.recipe.kind === 'Business' && member.about !== 'company') continue
    const tried = await ifPossible(attempt(context, member))
    if (tried) expectWords(context, tried.exchange)
  }
}

/** Without a version the first one is served, which has no structured errors. */
const unversioned: Scenario = async (context) => {
  await refuseInWords(context, '')
  const operation = context.operation('post', '/customers/{}/identifications/v2')
  const { id } = await createCustomer(context, '')
  for (const body of hopeless.slice(0, 2)) {
    const exchange = await context.call(operation, { path: [id], version: [''], body })
    if (!isVersionError(exchange)) expectWords(context, exchange)
  }
}

/** A code that an empty submission of a kind is due as well: where it never comes, its own rule tells. */
const first = [
  { kind: 'Person', code: 'selfie_required' },
  { kind: 'Business', code: 'company_details_required' },
  { kind: 'Token', code: 'invalid_request' },
] as const

const comesAtAll = async (context: ScenarioContext, kind: Kind, code: string): Promise<boolean> => {
  const ofKind = dueMembers.filter(({ recipe }) => recipe.kind === kind)
  for (const member of ofKind.filter(({ due = [] }) => due.some((one) => one === code))) {
    const tried = await ifPossible(attempt(context, member))
    if (tried && !isSuccess(tried.exchange)) return true
  }
  return false
}

const synchronous: Scenario = async (context) => {
  const desk = await deskOf(context)
  for (const { kind, code } of first) {
    const { exchange } = await desk.submit(context, kind, { type: kind, kind })
    if (isSuccess(exchange) && !(await comesAtAll(context, kind, code))) continue
    const message = `a ${kind} without any data is due a refusal at once; ${exchange.response.status} came`
    context.expect(isRefusal(exchange), message, exchange)
  }
}

/** The four kinds of submissions, and how they are refused. */
export const identificationKindScenarios: Readonly<Record<string, Scenario>> = {
  'identification/kinds': isKnown,
  'identification/link-unjudged': link,
  'identification/plain-string': plainString,
  'identification/plain-string-unversioned': unversioned,
  'identification/synchronous': synchronous,
}
