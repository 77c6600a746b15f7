import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { answered, ifPossible, NotApplicable, Skip, unmet } from '../../../conformance/model/outcome.js'
import { readUntil } from '../../../conformance/rules/read-until.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { oneDocument } from './global-document.js'
import { expectTermsItems } from '../terms/items.js'
import { memberAt } from '../../../document/index.js'
import { isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import {
  expectWhenSettled,
  fresh,
  isEmptyList,
  ofBusiness,
  saysNothing,
  signedWhole,
} from './settled-signings.js'
import { createCustomer } from '../subjects/customer.js'
import {
  identify,
  outstandingItems,
  readSignings,
  signItem,
  startIdentification,
} from '../subjects/onboarding.js'
import { hasChange } from '../../../versions/index.js'

const afterIdentification = async (context: ScenarioContext): Promise<Exchange> => {
  const { id } = await createCustomer(context, context.version)
  await identify(context, id, context.version)
  return readSignings(context, id, context.version)
}

// Where customers do not sign first, terms may fall due at once or with the identification, so a customer is taken that far if need be.
const items: Scenario = async (context) => {
  const { exchange: first } = await fresh(context)
  const isBefore = !hasChange(context.version, 'signings-first')
  const isLater = isBefore && outstandingItems(first).length === 0
  const exchange = isLater ? ((await ifPossible(afterIdentification(context))) ?? first) : first
  const { status } = exchange.response
  if (status === 409 || (isBefore && !isSuccess(exchange))) {
    throw new NotApplicable(`nothing is outstanding for the customers made here (${status})`)
  }
  if (isEmptyList(exchange)) throw new NotApplicable('nothing is outstanding for the customers made here')
  expectTermsItems(context, exchange)
  const business = await ifPossible(ofBusiness(context))
  if (business && outstandingItems(business).length > 0) expectTermsItems(context, business)
}

const idsOf = (exchange: Exchange): ReadonlySet<unknown> =>
  new Set(outstandingItems(exchange).map((item) => memberAt(item, 'id')))

/** The outstanding items once none of them has been signed; a signing may take a moment to be recorded. */
const readWithout = (context: ScenarioContext, id: string, signed: ReadonlySet<unknown>): Promise<Exchange> =>
  readUntil(
    context,
    () => readSignings(context, id, context.version),
    (exchange) => ![...idsOf(exchange)].some((one) => signed.has(one)),
  )

// Where everything could be signed until nothing was left, that is the answer. Otherwise one customer signs once.
const signedIsGone: Scenario = async (context) => {
  const whole = await ifPossible(signedWhole(context))
  if (whole && whole.signed > 0) return
  const { id } = await createCustomer(context, context.version)
  if (!hasChange(context.version, 'signings-first')) await ifPossible(identify(context, id, context.version))
  const before = await readSignings(context, id, context.version)
  const due = outstandingItems(before)
  if (due.length === 0) throw new NotApplicable('nothing is outstanding for the customers made here')
  for (const item of due) await signItem(context, id, context.version, item)
  const signed = idsOf(before)
  const after = await readWithout(context, id, signed)
  if (!isSuccess(after) && !saysNothing(after))
    throw unmet(`what is outstanding is not read again: ${outcomeOf(after)}`, after)
  const stays = [...idsOf(after)].some((one) => signed.has(one))
  context.expect(!stays, 'a document that was signed stays among the required signings', after)
}

const beforeIdentification: Scenario = async (context) => {
  const { exchange } = await fresh(context)
  const business = await ifPossible(ofBusiness(context))
  for (const one of business ? [exchange, business] : [exchange]) {
    const message = `a customer not identified yet is due an outstanding document, ${outcomeOf(one)} came`
    context.expect(outstandingItems(one).length > 0, message, one)
  }
}

/** Starts an identification. @returns false where the service refuses it to who did not sign, as it may */
const isStarted = async (context: ScenarioContext, id: string): Promise<boolean> => {
  try {
    await startIdentification(context, id, context.version)
    return true
  } catch (error) {
    if (error instanceof Skip) return false
    throw error
  }
}

/** Who signed nothing is taken as far as the service lets it: the document is outstanding there too. */
const anyPoint: Scenario = async (context) => {
  const { id } = await createCustomer(context, context.version)
  const point = (await isStarted(context, id)) ? 'identified before signing' : 'refused to be identified'
  const exchange = answered(await readSignings(context, id, context.version))
  const message = `a customer ${point} is due an outstanding document, ${outcomeOf(exchange)} came`
  context.expect(outstandingItems(exchange).length > 0, message, exchange)
}

// Which version decides for a customer of another one is open: the answer is noted.
const mixedVersions: Scenario = async (context) => {
  const { supported } = context.session.plan
  const [older, newer] = [
    supported.findLast((version) => !hasChange(version, 'empty-signings-list')),
    supported.find((version) => hasChange(version, 'empty-signings-list')),
  ]
  if (older === undefined || newer === undefined) return
  for (const [created, read] of [
    [older, newer],
    [newer, older],
  ] as const) {
    const { id } = await createCustomer(context, created)
    const { response } = await readSignings(context, id, read)
    context.note(
      `served: required signings of a customer of ${created} read under ${read} answer ${response.status}`,
    )
  }
}

/** GET /customers/{id}/required-signings, before and after its empty list. */
export const requiredSigningsScenarios: Readonly<Record<string, Scenario>> = {
  'required-signings/items': items,
  'required-signings/empty-is-200': expectWhenSettled('200 []', isEmptyList),
  'required-signings/conflict-when-none': expectWhenSettled('409', ({ response }) => response.status === 409),
  'required-signings/before-identification': beforeIdentification,
  'required-signings/one-document': oneDocument,
  'required-signings/any-point': anyPoint,
  'required-signings/signed-is-gone': signedIsGone,
  'required-signings/mixed-versions': mixedVersions,
}
