import type { Operation } from '../../../../runtime/surface.js'
import type { ScenarioContext } from '../../../../conformance/rules/context.js'
import { ifPossible } from '../../../../conformance/model/outcome.js'
import type { Exchange } from '../../../../conformance/exchange/exchange.js'
import { idIn, isSuccess } from '../../../../conformance/exchange/reading.js'
import { createCustomer, versionHeader } from '../../../fixtures/customer.js'
import { signEverything } from '../../../fixtures/onboarding.js'
import type { Kind } from '../submission/facts.js'
import { hasChange } from '../../../../versions/index.js'

/** A submission that was sent: for whom, and what came. */
export interface Submitted {
  readonly customer: string
  readonly exchange: Exchange
}

/** Answers that may be about the customer and its earlier submissions, not of this one. */
const ofCustomer = new Set([403, 404, 409, 422, 429])

/**
 * Submits identifications under one version, each for a customer that can be identified: its terms are signed where
 * they come first, and no identification of it is under way. Customers are used again as long as that works.
 */
export class Submitter {
  readonly #operation: Operation
  readonly #version: string
  readonly #free = new Map<string, string[]>()

  /** @param version of every call; the empty text stands for no header */
  constructor(operation: Operation, version: string) {
    this.#operation = operation
    this.#version = version
  }

  async submit(context: ScenarioContext, kind: Kind, body: unknown): Promise<Submitted> {
    const known = this.#queue(kind).pop()
    const first = await this.#send(context, kind, known ?? (await this.#fresh(context, kind)), body)
    if (known === undefined || !ofCustomer.has(first.exchange.response.status)) return first
    return this.#send(context, kind, await this.#fresh(context, kind), body)
  }

  /** A customer that has had no submission yet. */
  async #fresh(context: ScenarioContext, kind: Kind): Promise<string> {
    const { id } = await createCustomer(context, this.#version, kind === 'Business' ? 'Business' : 'Person')
    if (hasChange(this.#version, 'signings-first'))
      await ifPossible(signEverything(context, id, this.#version))
    return id
  }

  async #send(context: ScenarioContext, kind: Kind, customer: string, body: unknown): Promise<Submitted> {
    const exchange = await context.call(this.#operation, {
      path: [customer],
      version: versionHeader(this.#version),
      body,
    })
    const isFree = isSuccess(exchange)
      ? await this.#archive(context, exchange)
      : exchange.response.status === 400
    if (isFree) this.#queue(kind).push(customer)
    return { customer, exchange }
  }

  /** Ends an identification, so that its customer can have another one. */
  async #archive(context: ScenarioContext, submitted: Exchange): Promise<boolean> {
    const operation = context.find('put', '/identifications/{}/archive')
    const id = idIn(submitted, 'identification')
    if (!operation || id === undefined) return false
    const version = versionHeader(this.#version)
    return isSuccess(await context.call(operation, { path: [id], version }))
  }

  #queue(kind: Kind): string[] {
    const name = kind === 'Business' ? 'Business' : 'Person'
    const queue = this.#free.get(name) ?? []
    this.#free.set(name, queue)
    return queue
  }
}

/** The submitter that rules of one version share. @throws Skip when the document has no such operation. */
export function submitterOf(context: ScenarioContext, version = context.version): Promise<Submitter> {
  return context.once(`identification submitter ${version}`, async () => {
    const operation = context.operation('post', '/customers/{}/identifications/v2')
    return new Submitter(operation, version)
  })
}
