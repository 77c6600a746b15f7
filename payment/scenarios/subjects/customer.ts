import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { Inconclusive, unmet } from '../../../conformance/model/outcome.js'
import type { Hint } from '../../../document/index.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { idIn, isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'

/** A customer on the service, and the answer to its creation. */
export interface Customer {
  readonly id: string
  readonly created?: Exchange
}

/** The header values for a version; the empty text stands for no header. */
export function versionHeader(version: string): readonly string[] {
  return version === '' ? [] : [version]
}

/** The kinds of customer; documents may have their own words for them. */
export type CustomerKind = 'Person' | 'Business'

const kindWords = { Person: /person|individual|natural/i, Business: /business|compan|legal|organi[sz]ation/i }

const kindIn = (kind: CustomerKind, listed: readonly unknown[] = []): unknown =>
  listed.length === 0 || listed.includes(kind)
    ? kind
    : listed.find((one) => typeof one === 'string' && kindWords[kind].test(one))

/** Body for POST /customers: built from the served document, recognisable by its external id. */
export function customerBody(context: ScenarioContext, kind: CustomerKind = 'Person'): unknown {
  const mark = context.session.uuid()
  const values: readonly (readonly [RegExp, string])[] = [
    [/^((contact|primary)[-_]?)?e[-_]?mail([-_]?address)?$/i, `contract.check+${mark}@example.com`],
    [
      /^(phone|mobile)([-_]?number)?$/i,
      `+4915${String(Number.parseInt(mark.slice(-8), 16)).padStart(8, '0')}`,
    ],
    [/^(external|partner|client)[-_]?(id|reference)$/i, `rampart-${mark}`],
    [/^((full|legal|display)[-_]?)?name$/i, 'Contract Check'],
  ]
  const hint: Hint = (path, node) => {
    const name = path.at(-1) ?? ''
    if (/^((customer|entity)[-_]?)?(type|kind)$/i.test(name)) return kindIn(kind, node.enum)
    return values.find(([pattern]) => pattern.test(name))?.[1]
  }
  return context.sampleBody(context.operation('post', '/customers'), hint)
}

/**
 * Creates a customer under a version; the empty text stands for no header.
 * @throws an ending when the service does not create it.
 */
export async function createCustomer(
  context: ScenarioContext,
  version: string,
  kind: CustomerKind = 'Person',
): Promise<Required<Customer>> {
  const operation = context.operation('post', '/customers')
  const created = await context.call(operation, {
    body: customerBody(context, kind),
    version: versionHeader(version),
  })
  const under = version === '' ? 'without a version' : `under ${version}`
  if (!isSuccess(created))
    throw unmet(`no customer could be created ${under}: ${outcomeOf(created)}`, created)
  const id = idIn(created, 'customer')
  if (id === undefined)
    throw new Inconclusive(`the answer to POST /customers names no id: ${outcomeOf(created)}`, created)
  return { id, created }
}

/** The customer that rules of one version share; the user's own where one was given. */
export function customer(context: ScenarioContext, version: string): Promise<Customer> {
  const { customerId } = context.session.plan.subjects
  if (customerId !== undefined) return Promise.resolve({ id: customerId })
  return context.once(`customer ${version}`, () => createCustomer(context, version))
}
