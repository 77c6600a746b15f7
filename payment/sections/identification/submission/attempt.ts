import { isJsonType, isObject, walk } from '../../../../document/index.js'
import type { ScenarioContext } from '../../../../conformance/rules/context.js'
import { ifPossible, Skip, unmet } from '../../../../conformance/model/outcome.js'
import { type Exchange, jsonBody } from '../../../../conformance/exchange/exchange.js'
import { idIn, isSuccess, outcomeOf } from '../../../../conformance/exchange/reading.js'
import { brief } from '../../../../reporting/index.js'
import { hasChange } from '../../../../versions/index.js'
import { createCustomer } from '../../../fixtures/customer.js'
import { signEverything } from '../../../fixtures/onboarding.js'
import type { identificationCodes } from '../../../tables/enumerations.js'
import { kindOf } from '../../../schema/document-shape.js'
import { buildBody, checkBody } from './body.js'
import { applyPatch, Draft, type Edit } from './draft.js'
import type { Kind, Recipe } from './recipes.js'

export type Code = (typeof identificationCodes)[number]

/** A submission to send: a valid recipe with an edit. */
export interface Trial {
  /** Printed in findings; different edits of one recipe must have different names. */
  readonly name: string
  readonly recipe: Recipe
  readonly edit?: Edit
}

interface Submitted {
  readonly customer: string
  readonly exchange: Exchange
}

/** A sent trial with its exchange. */
export interface Attempt extends Submitted {
  readonly trial: Trial
  /** The first schema error in the body; undefined when the body is valid. */
  readonly forbidden: string | undefined
}

const path = '/customers/{}/identifications/v2'

/** Statuses that may depend on the customer and its earlier submissions. */
const ofCustomer = new Set([403, 404, 409, 422, 429])

const holderOf = (kind: Kind) => (kind === 'Business' ? 'Business' : 'Person')

/** A new customer that can be identified, with signed terms where they come first. */
export async function identifiable(context: ScenarioContext, kind: Kind): Promise<string> {
  const version = context.version === '*' ? '' : context.version
  const customer = await createCustomer(context, version, holderOf(kind))
  if (hasChange(version, 'signings-first')) await ifPossible(signEverything(context, customer))
  return customer.id
}

/** Archives an identification, so that its customer can be identified again. */
const archive = async (context: ScenarioContext, submitted: Exchange): Promise<boolean> => {
  const operation = context.find('put', '/identifications/{}/archive')
  const id = idIn(submitted, 'identification')
  if (!operation || id === undefined) return false
  return isSuccess(await context.call(operation, { path: [id] }))
}

/** Submits an identification; customers are reused while that works. A rule about the service sends no version. */
export async function submit(context: ScenarioContext, kind: Kind, body: unknown): Promise<Submitted> {
  const operation = context.operation('post', path)
  const free = await context.given('customers to identify', async () => new Map<string, string[]>())
  const queue = free.get(holderOf(kind)) ?? []
  free.set(holderOf(kind), queue)
  const send = async (customer: string): Promise<Submitted> => {
    const exchange = await context.call(operation, { path: [customer], body })
    const isFree = isSuccess(exchange) ? await archive(context, exchange) : exchange.response.status === 400
    if (isFree) queue.push(customer)
    return { customer, exchange }
  }
  const known = queue.pop()
  const first = await send(known ?? (await identifiable(context, kind)))
  const isOfCustomer = known !== undefined && ofCustomer.has(first.exchange.response.status)
  return isOfCustomer ? send(await identifiable(context, kind)) : first
}

/** The first schema error in a submission; undefined when it is valid. */
export async function objection(context: ScenarioContext, body: unknown): Promise<string | undefined> {
  const { schemas, schemaValidators, validator } = context.under.surface
  const content = Object.entries(context.operation('post', path).requestBody?.content ?? {})
  const [, media] = content.find(([type]) => isJsonType(type)) ?? []
  if (media?.validator === undefined) return undefined
  // A validator does not follow the discriminator to a component that extends the schema.
  const kind = kindOf(body, media.schema, schemas)
  const own = kind === undefined ? undefined : schemaValidators[kind]?.request
  const validate = await validator(own ?? media.validator)
  if (validate(body)) return undefined
  const [first] = validate.errors ?? []
  return `${first?.instancePath ?? ''} ${first?.message ?? 'is refused'}`
}

/** The body of a recipe, with the user's patch for its kind, if there is one. */
export function bodyOf(context: ScenarioContext, recipe: Recipe): Promise<unknown> {
  return context.given(`identification body ${recipe.name}`, async () => {
    const built = buildBody(context, recipe)
    const patch = context.session.plan.subjects.provocations?.[recipe.kind]
    const patched = patch ? (applyPatch(built, patch) ?? built) : built
    checkBody(patched, recipe)
    return patched
  })
}

/** Sends a trial, once for all rules. @throws an ending when it cannot be built from the document. */
export function attempt(context: ScenarioContext, trial: Trial): Promise<Attempt> {
  const { name, recipe, edit } = trial
  return context.given(`identification ${recipe.name}: ${name}`, async () => {
    const draft = new Draft(await bodyOf(context, recipe))
    edit?.(draft)
    const forbidden = await objection(context, draft.body)
    if (forbidden !== undefined && !edit) {
      const reason = `the document requires more of ${recipe.name} than can be made up: ${forbidden}`
      throw new Skip(reason, 'provocation')
    }
    return { trial, forbidden, ...(await submit(context, recipe.kind, draft.body)) }
  })
}

/** A recipe without changes. */
export function plain(recipe: Recipe): Trial {
  return { name: recipe.name, recipe }
}

/** A recipe that the service accepts, so that an edit is the only fault. @throws an ending if it does not */
export async function accepted(context: ScenarioContext, recipe: Recipe): Promise<Attempt> {
  const tried = await attempt(context, plain(recipe))
  if (isSuccess(tried.exchange)) return tried
  throw unmet(
    `${recipe.name}, built from the document, is not accepted (${refusalText(tried.exchange)}); ` +
      `a patch named ${recipe.kind} among the provocations can fix it`,
    tried.exchange,
    'provocation',
  )
}

/** Whether a response shows an identification that is Pending. */
export function isPending({ response }: Exchange): boolean {
  return walk(jsonBody(response)).some(([at, value]) => /status$/i.test(at) && value === 'Pending')
}

/** Whether a response has a link. */
export function hasUrl({ response }: Exchange): boolean {
  const links = walk(jsonBody(response)).filter(([at]) => /(url|uri|link|href)[^/]*$/i.test(at))
  return links.some(([, value]) => typeof value === 'string' && value.trim() !== '')
}

/** One entry of a structured refusal. */
export type ErrorEntry = Readonly<Record<string, unknown>>

/** The objects of a response that is a list of objects; undefined for any other, and for an empty list. */
export function objectsOf({ response }: Exchange): readonly ErrorEntry[] | undefined {
  const body = jsonBody(response)
  return Array.isArray(body) && body.length > 0 && body.every(isObject) ? body : undefined
}

/** The entries of a structured refusal; undefined when the response is not a list of objects with a code. */
export function entriesOf(exchange: Exchange): readonly ErrorEntry[] | undefined {
  const entries = exchange.response.status === 400 ? objectsOf(exchange) : undefined
  return entries?.every(({ code }) => typeof code === 'string') ? entries : undefined
}

/** The codes of a refusal, in order; empty for other responses. */
export function codesOf(exchange: Exchange): readonly string[] {
  return (entriesOf(exchange) ?? []).map(({ code }) => String(code))
}

/** The status of a response with its first error, for the reason of an unjudged rule. */
export function refusalText(exchange: Exchange): string {
  const [first] = entriesOf(exchange) ?? []
  return first ? `${exchange.response.status} ${brief(first, 200)}` : outcomeOf(exchange)
}

/** The status and codes of a response, for messages. */
export function codesText(exchange: Exchange): string {
  const codes = [...new Set(codesOf(exchange))].toSorted()
  const { status } = exchange.response
  return codes.length === 0 ? `${status}` : `${status} with ${codes.join(', ')}`
}
