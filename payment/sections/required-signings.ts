import type { Scenario, ScenarioContext } from '../../conformance/rules/context.js'
import { answered, ifPossible, NotApplicable, Skip } from '../../conformance/model/outcome.js'
import type { Exchange } from '../../conformance/exchange/exchange.js'
import { isSuccess, outcomeOf } from '../../conformance/exchange/reading.js'
import { createCustomer, type Customer, type CustomerKind } from '../fixtures/customer.js'
import {
  decide,
  idsOf,
  outstandingItems,
  readSignings,
  readWithout,
  identify,
  signItem,
  startIdentification,
} from '../fixtures/onboarding.js'
import { hasChange } from '../../versions/index.js'
import { expectWhenSettled, fresh, isEmptyList, saysNothing, signedWhole } from './nothing-outstanding.js'
import { isSameDocument, expectTermsItems } from './terms.js'
import { type Steps, succeeded } from '../fixtures/steps.js'
import { memberAt } from '../../document/index.js'
import { open, scenario, section } from '../statements/statement.js'

const another = async (context: ScenarioContext): Promise<Exchange> =>
  readSignings(context, await createCustomer(context, context.version))

/** A single document is due, the same as for the person. Its id may be specific to the customer. */
const expectSame = (context: ScenarioContext, own: unknown, other: Exchange, hasOwnIds: boolean): void => {
  const [first, ...rest] = outstandingItems(other)
  if (first === undefined) return
  context.expect(rest.length === 0, `expected one global document, got ${rest.length + 1}`, other)
  const isSame = memberAt(own, 'id') === memberAt(first, 'id') || (hasOwnIds && isSameDocument(own, first))
  context.expect(isSame, 'expected one global document; two customers have different ones', other)
}

/** `required-signings/one-document`: one document, the same for every customer. */
const oneDocument: Scenario = async (context) => {
  const { exchange } = await fresh(context)
  const [first, ...more] = outstandingItems(succeeded(exchange, 'required signings are not served'))
  if (first === undefined) throw new NotApplicable('nothing is outstanding for a fresh customer')
  context.expect(more.length === 0, `expected one global document, got ${more.length + 1}`, exchange)
  if (more.length > 0) return
  const person = await ifPossible(another(context))
  const business = await ifPossible(fresh(context, 'Business'))
  // Two customers of one kind show whether ids are specific to customers.
  const [theirs] = person ? outstandingItems(person) : []
  const hasOwnIds = theirs !== undefined && memberAt(theirs, 'id') !== memberAt(first, 'id')
  for (const other of [person, business?.exchange]) if (other) expectSame(context, first, other, hasOwnIds)
}

const afterIdentification = async (context: ScenarioContext, kind: CustomerKind): Promise<Exchange> => {
  const customer = await createCustomer(context, context.version, kind)
  await identify(context, customer)
  return readSignings(context, customer)
}

/** Where customers do not sign first, terms may become due with the identification, so one is identified if needed. */
const requiredSigningsItems: Scenario = async (context) => {
  const { exchange: first } = await fresh(context)
  const isBefore = !hasChange(context.version, 'signings-first')
  const isLater = isBefore && outstandingItems(first).length === 0
  const later = (kind: CustomerKind) => (isLater ? ifPossible(afterIdentification(context, kind)) : undefined)
  const exchange = (await later('Person')) ?? first
  const { status } = exchange.response
  if (status === 409 || (isBefore && !isSuccess(exchange)) || isEmptyList(exchange))
    throw new NotApplicable(`nothing is outstanding for the customers made here (${status})`)
  expectTermsItems(context, exchange)
  const business = (await later('Business')) ?? (await ifPossible(fresh(context, 'Business')))?.exchange
  if (business && outstandingItems(business).length > 0) expectTermsItems(context, business)
}

/** Proven for a person who could sign until nothing was left; others, and a business, sign once. */
const signedIsGone: Scenario = async (context) => {
  const whole = await ifPossible(signedWhole(context))
  if (!whole || whole.signed === 0) await expectGone(context, 'Person')
  await ifPossible(expectGone(context, 'Business'))
}

const expectGone = async (context: ScenarioContext, kind: CustomerKind): Promise<void> => {
  const customer = await createCustomer(context, context.version, kind)
  if (!hasChange(context.version, 'signings-first')) await ifPossible(identify(context, customer))
  const before = await readSignings(context, customer)
  const due = outstandingItems(before)
  if (due.length === 0) throw new NotApplicable('nothing is outstanding for the customers made here')
  for (const item of due) await signItem(context, customer, item)
  const signed = idsOf(before)
  const after = await readWithout(context, customer, before)
  if (!saysNothing(after)) succeeded(after, 'what is outstanding is not read again')
  const stays = [...idsOf(after)].some((one) => signed.has(one))
  context.expect(!stays, 'a document that was signed stays among the required signings', after)
}

const beforeIdentification: Scenario = async (context) => {
  const [person, business] = [await fresh(context), await ifPossible(fresh(context, 'Business'))]
  for (const { exchange } of business ? [person, business] : [person]) {
    const message = `a customer not identified yet must have an outstanding document, got ${outcomeOf(exchange)}`
    context.expect(outstandingItems(exchange).length > 0, message, exchange)
  }
}

/** Starts an identification. @returns its id; undefined where the service refuses it before signing, as it may */
const started = async (context: ScenarioContext, customer: Customer): Promise<string | undefined> => {
  try {
    return (await startIdentification(context, customer)) ?? ''
  } catch (error) {
    if (error instanceof Skip) return undefined
    throw error
  }
}

const expectOutstanding: Steps<[Customer, string]> = async (context, customer, point) => {
  const exchange = answered(await readSignings(context, customer))
  const message = `a customer ${point} must have the outstanding document, got ${outcomeOf(exchange)}`
  context.expect(outstandingItems(exchange).length === 1, message, exchange)
}

/** A customer without signatures still has the document outstanding, as far as the service lets it proceed. */
const anyPoint: Scenario = async (context) => {
  await expectAnyPoint(context, 'Person', true)
  await ifPossible(expectAnyPoint(context, 'Business', false))
}

const expectAnyPoint: Steps<[CustomerKind, boolean]> = async (context, kind, approves) => {
  const customer = await createCustomer(context, context.version, kind)
  const identification = await started(context, customer)
  const point = identification === undefined ? 'refused to be identified' : 'identified before signing'
  await expectOutstanding(context, customer, point)
  const decided = identification && (await decide(context, identification, approves))
  const decision = approves ? 'approved' : 'declined'
  if (decided && isSuccess(decided)) await expectOutstanding(context, customer, `${decision} before signing`)
}

/** The specification leaves open which version applies to a customer of another one, so the response is only noted. */
const mixedVersions: Scenario = async (context) => {
  const { supported } = context.session.plan
  const older = supported.findLast((version) => !hasChange(version, 'empty-signings-list'))
  const newer = supported.find((version) => hasChange(version, 'empty-signings-list'))
  if (older === undefined || newer === undefined) return
  for (const created of [older, newer]) {
    const read = created === older ? newer : older
    const { id } = await createCustomer(context, created)
    const { status } = (await readSignings(context, { id, version: read })).response
    context.note(`served: required signings of a customer of ${created} read under ${read} return ${status}`)
  }
}

const conflictWhenNone: Scenario = expectWhenSettled('409', ({ response }) => response.status === 409)

const needs = ['writes'] as const
const since = { versions: { from: 'global-terms' }, needs } as const

/** Endpoints: required signings of a customer. */
export const requiredSigningsSections = [
  section(
    'Endpoints, GET /customers/{id}/required-signings',
    'Lists the documents that a customer must still sign.',
    {
      'required-signings/items': scenario({ needs, run: requiredSigningsItems })`
        Required signings are terms items
        200 with an array of items, each with id, url and display_name.`,
      'required-signings/signed-is-gone': scenario({ needs, run: signedIsGone })`
        Signed terms are no longer outstanding
        A document that a customer has signed is no longer among the required signings.`,
      'required-signings/empty-is-200': scenario({
        versions: { from: 'empty-signings-list' },
        needs,
        also: ['documents/statements', 'documents/shown'],
        run: expectWhenSettled('200 []', isEmptyList),
      })`
        Nothing outstanding: 200 []
        From 2026-08-01, 200 with an empty list when nothing is outstanding.`,
      'required-signings/conflict-when-none': scenario({
        versions: { until: 'empty-signings-list' },
        needs,
        also: ['documents/statements'],
        run: conflictWhenNone,
      })`
        Nothing outstanding: 409
        Before 2026-08-01, 409 when nothing is outstanding.`,
      'required-signings/mixed-versions': open({ needs, run: mixedVersions })`
        Created under one version, read under another
        Whether 200 [] or 409 follows the version of the customer or of the call.
        both readings are defensible`,
      'required-signings/one-document': scenario({ ...since, run: oneDocument })`
        One global document is outstanding
        For customers of 2026-08-01 one global document is served.`,
      'required-signings/before-identification': scenario({
        versions: { from: 'signings-first' },
        needs,
        run: beforeIdentification,
      })`
        Terms come before identification
        For customers of 2026-08-01 the outstanding document is returned before identification too.`,
      'required-signings/any-point': scenario({ ...since, needs: ['writes', 'sandbox'], run: anyPoint })`
        Terms stay outstanding until they are signed
        For customers of 2026-08-01 the outstanding document is returned at any point of the lifecycle.`,
    },
  ),
] as const
