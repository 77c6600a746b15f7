import type { Scenario, ScenarioContext } from '../engine/context.js'
import { ifPossible, NotApplicable, Skip, unmet } from '../engine/outcome.js'
import { readUntil } from '../engine/patience.js'
import { type Exchange, jsonBody } from '../model/exchange.js'
import { oneDocument } from './global-document.js'
import { expectTermsItems } from './items.js'
import { answered, dig, isSuccess, outcomeOf } from './reading.js'
import { createCustomer } from './subjects/customer.js'
import {
  identify,
  onboardedCustomer,
  outstandingItems,
  readSignings,
  type Signed,
  signEverything,
  signItem,
  startIdentification,
} from './subjects/onboarding.js'

// The user's own customer is never used here: under which version it was created is not known, and with another one
// both 200 [] and 409 would be right.
const fresh = (context: ScenarioContext): Promise<Exchange> =>
  context.once(`fresh outstanding ${context.version}`, async () => {
    const { id } = await createCustomer(context, context.version)
    const exchange = await readSignings(context, id, context.version)
    const { status } = exchange.response
    if (status === 401 || status === 403) {
      throw unmet(`the key may not read required signings: ${outcomeOf(exchange)}`, exchange)
    }
    return answered(exchange)
  })

const afterIdentification = async (context: ScenarioContext): Promise<Exchange> => {
  const { id } = await createCustomer(context, context.version)
  await identify(context, id, context.version)
  return readSignings(context, id, context.version)
}

const isEmptyList = ({ response }: Exchange): boolean => {
  const body = jsonBody(response)
  return response.status === 200 && Array.isArray(body) && body.length === 0
}

// Before 2026-08-01 terms may fall due at once or with the identification, so a customer is taken that far if need be.
const items: Scenario = async (context) => {
  const first = await fresh(context)
  const isBefore = context.version < '2026-08-01'
  const isLater = isBefore && outstandingItems(first).length === 0
  const exchange = isLater ? ((await ifPossible(afterIdentification(context))) ?? first) : first
  const { status } = exchange.response
  if (status === 409 || (isBefore && !isSuccess(exchange))) {
    throw new NotApplicable(`nothing is outstanding for the customers made here (${status})`)
  }
  if (isEmptyList(exchange)) throw new NotApplicable('nothing is outstanding for the customers made here')
  expectTermsItems(context, exchange)
}

/** True when an answer, right or wrong in form, can only mean that nothing is outstanding. */
const saysNothing = (exchange: Exchange): boolean =>
  exchange.response.status === 409 || (isSuccess(exchange) && outstandingItems(exchange).length === 0)

interface SignedCustomer extends Signed {
  readonly id: string
}

const signedWhole = (context: ScenarioContext): Promise<SignedCustomer> =>
  context.once(`signed out ${context.version}`, async () => {
    const { version } = context
    const onboarded =
      version < '2026-08-01' ? await ifPossible(onboardedCustomer(context, version)) : undefined
    const { id } = onboarded ?? (await createCustomer(context, version))
    return { id, ...(await signEverything(context, id, version)) }
  })

// What is outstanding for a customer is one fact: read under versions on the same side of 2026-08-01, it is told alike.
const saysNothingElsewhere = async (context: ScenarioContext, id: string): Promise<boolean> => {
  const isBefore = (version: string): boolean => version < '2026-08-01'
  const alike = context.session.plan.supported.filter(
    (version) => version !== context.version && isBefore(version) === isBefore(context.version),
  )
  for (const version of alike) if (saysNothing(await readSignings(context, id, version))) return true
  return false
}

const signedOut = async (context: ScenarioContext): Promise<Exchange> => {
  const { id, last, signed } = await signedWhole(context)
  if (signed > 0 || saysNothing(last) || (await saysNothingElsewhere(context, id))) return last
  throw unmet(`required signings are not served: ${outcomeOf(last)}`, last)
}

const idsOf = (exchange: Exchange): ReadonlySet<unknown> =>
  new Set(outstandingItems(exchange).map((item) => dig(item, 'id')))

/** What is outstanding once nothing of it is any more that was signed; a signing may take a moment to be recorded. */
const readWithout = (context: ScenarioContext, id: string, signed: ReadonlySet<unknown>): Promise<Exchange> =>
  readUntil(
    () => readSignings(context, id, context.version),
    (exchange) => ![...idsOf(exchange)].some((one) => signed.has(one)),
  )

// Where everything could be signed until nothing was left, that is the answer. Otherwise one customer signs once.
const signedIsGone: Scenario = async (context) => {
  const whole = await ifPossible(signedWhole(context))
  if (whole && whole.signed > 0) return
  const { id } = await createCustomer(context, context.version)
  if (context.version < '2026-08-01') await ifPossible(identify(context, id, context.version))
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

/** The answers at hand for a customer with nothing outstanding: a fresh one, and one that signed everything. */
const settled = async (context: ScenarioContext): Promise<readonly Exchange[]> => {
  const first = await fresh(context)
  if (!saysNothing(first)) return [await signedOut(context)]
  const last = await ifPossible(signedOut(context))
  return last ? [first, last] : [first]
}

const expectWhenSettled =
  (due: string, holds: (exchange: Exchange) => boolean): Scenario =>
  async (context) => {
    for (const exchange of await settled(context)) {
      const message = `with nothing outstanding ${due} is due, ${outcomeOf(exchange)} came`
      context.expect(holds(exchange), message, exchange)
    }
  }

const beforeIdentification: Scenario = async (context) => {
  const exchange = await fresh(context)
  const message = `a customer not identified yet is due an outstanding document, ${outcomeOf(exchange)} came`
  context.expect(outstandingItems(exchange).length > 0, message, exchange)
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

// Which version decides for a customer of another one is open: what comes is said.
const mixedVersions: Scenario = async (context) => {
  const { supported } = context.session.plan
  const [older, newer] = [
    supported.findLast((version) => version < '2026-08-01'),
    supported.find((version) => version >= '2026-08-01'),
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

/** GET /customers/{id}/required-signings, before and from 2026-08-01. */
export const requiredSigningsScenarios: Readonly<Record<string, Scenario>> = {
  'required-signings/items': items,
  'required-signings/empty-is-200': expectWhenSettled('200 []', isEmptyList),
  'required-signings/conflict-when-none': expectWhenSettled('409', ({ response }) => response.status === 409),
  'required-signings/before-identification': beforeIdentification,
  'required-signings/one-document': oneDocument(fresh),
  'required-signings/any-point': anyPoint,
  'required-signings/signed-is-gone': signedIsGone,
  'required-signings/mixed-versions': mixedVersions,
}
