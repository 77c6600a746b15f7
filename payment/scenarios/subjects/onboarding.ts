import { hasChange } from '../../../versions/index.js'
import type { Operation } from '../../../runtime/surface.js'
import type { CallOptions } from '../../../conformance/rules/call-options.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { Inconclusive, NotApplicable, unmet } from '../../../conformance/model/outcome.js'
import { type Hint, isObject, memberAt } from '../../../document/index.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { idIn, isSuccess, listIn, outcomeOf } from '../../../conformance/exchange/reading.js'
import { createCustomer, type Customer, versionHeader } from './customer.js'

/** Reads what is outstanding for a customer. */
export function readSignings(context: ScenarioContext, id: string, version: string): Promise<Exchange> {
  const operation = context.operation('get', '/customers/{}/required-signings')
  return context.call(operation, { path: [id], version: versionHeader(version) })
}

/** Items that an answer of required-signings lists; none for every other answer. */
export function outstandingItems(exchange: Exchange): readonly unknown[] {
  return isSuccess(exchange) ? (listIn(exchange) ?? []) : []
}

const signOperation = (context: ScenarioContext): Operation => {
  const known = context.find('post', '/customers/{}/signings')
  const routes = [...context.under.operations.routes]
  const similar = routes.find(([route]) => /^post \/customers\/\{\}\/.*sign(ing|ature)?s?$/.test(route))
  const operation = known ?? similar?.[1]
  if (operation) return operation
  throw new NotApplicable(
    `the document of ${context.under.version} has no operation that signs what is outstanding`,
  )
}

const signingBody = (context: ScenarioContext, operation: Operation, item: unknown): unknown => {
  const id = memberAt(item, 'id')
  const hint: Hint = (path, { type }) => {
    const name = path.at(-1) ?? ''
    if (/^((content|document|terms|item|agreement|required_signing)[-_]?)?id$/i.test(name)) return id
    return type === 'boolean' || /^(signed|accepted|agreed|consent)$/i.test(name) ? true : undefined
  }
  const sampled = context.sampleBody(operation, hint)
  const isEmpty = typeof sampled === 'object' && sampled !== null && Object.keys(sampled).length === 0
  return isEmpty ? { content_id: id, signed: true } : sampled
}

/** How far signing led: the last answer of required-signings, and how many documents were signed before it. */
export interface Signed {
  readonly last: Exchange
  readonly signed: number
}

/** How a document that is outstanding for a customer is signed. @throws an ending where nothing signs. */
export function signingOf(
  context: ScenarioContext,
  id: string,
  item: unknown,
): { readonly operation: Operation; readonly options: CallOptions } {
  const operation = signOperation(context)
  return { operation, options: { path: [id], body: signingBody(context, operation, item) } }
}

/** Signs one item of what is outstanding. @throws an ending when that is refused. */
export async function signItem(
  context: ScenarioContext,
  id: string,
  version: string,
  item: unknown,
): Promise<void> {
  const { operation, options } = signingOf(context, id, item)
  const answer = await context.call(operation, { ...options, version: versionHeader(version) })
  if (!isSuccess(answer)) throw unmet(`a required signing could not be signed: ${outcomeOf(answer)}`, answer)
}

/** Signs what is outstanding until nothing is. @throws an ending where that cannot be done. */
export async function signEverything(context: ScenarioContext, id: string, version: string): Promise<Signed> {
  let signed = 0
  let last: Exchange | undefined
  for (let round = 0; round < 5; round++) {
    last = await readSignings(context, id, version)
    const items = outstandingItems(last)
    if (items.length === 0) return { last, signed }
    for (const item of items) await signItem(context, id, version, item)
    signed += items.length
  }
  const reason =
    'signings stay outstanding however often they are signed; see required-signings/signed-is-gone'
  throw new Inconclusive(reason, last)
}

/** The body that opens a hosted identification, whatever the document calls the member that names the kind. */
export function linkBody(context: ScenarioContext, operation: Operation): unknown {
  const hint: Hint = (path) => (/^(type|kind)$/.test(path.at(-1) ?? '') ? 'Link' : undefined)
  const sampled = context.sampleBody(operation, hint, ['Link'])
  const saysSo = isObject(sampled) && Object.values(sampled).includes('Link')
  return saysSo ? sampled : { type: 'Link' }
}

/** Opens a hosted identification. @returns its id, or undefined where the answer has none; @throws an ending when it is refused. */
export async function startIdentification(
  context: ScenarioContext,
  id: string,
  version: string,
): Promise<string | undefined> {
  const submit = context.operation('post', '/customers/{}/identifications/v2')
  const body = linkBody(context, submit)
  const submitted = await context.call(submit, { path: [id], version: versionHeader(version), body })
  if (!isSuccess(submitted))
    throw unmet(`no identification could be started: ${outcomeOf(submitted)}`, submitted)
  return idIn(submitted, 'identification')
}

/** Has the customer identified through the sandbox controls. @throws an ending where those are missing or refuse. */
export async function identify(context: ScenarioContext, id: string, version: string): Promise<void> {
  const approve = context.operation('post', '/sandbox/identification/{}')
  const header = versionHeader(version)
  const identification = await startIdentification(context, id, version)
  if (identification === undefined) throw new NotApplicable('the identification that was started names no id')
  const approved = await context.call(approve, {
    path: [identification],
    version: header,
    body: { approved: true },
  })
  if (!isSuccess(approved))
    throw unmet(`the identification could not be approved: ${outcomeOf(approved)}`, approved)
}

const onboard = async (context: ScenarioContext, version: string): Promise<Customer> => {
  const fresh = await createCustomer(context, version)
  const signsFirst = hasChange(version, 'signings-first')
  if (signsFirst) await signEverything(context, fresh.id, version)
  await identify(context, fresh.id, version)
  if (!signsFirst) await signEverything(context, fresh.id, version)
  return fresh
}

/** A customer that this run took through the whole onboarding under a version: signed and identified. */
export function onboardedCustomer(context: ScenarioContext, version: string): Promise<Customer> {
  return context.once(`onboarded customer ${version}`, () => onboard(context, version))
}
