import {
  type CallerCredentials,
  type AppliedCredentials,
  relativePath,
  writeRequest,
} from '../requests/index.js'
import { headerValue } from '../exchange/exchange.js'
import { isSuccess } from '../exchange/reading.js'
import { shapeOf } from '../resources/paths.js'
import type { Operation } from '../../runtime/surface.js'
import type { Client } from '../client/client.js'
import type { Api } from '../model/api.js'
import type { Case } from '../model/case.js'
import type { Observed } from '../model/observed.js'
import type { ExploreViolation } from '../model/violation.js'
import type { ExploreRuleId } from '../model/document-rules.js'

/** Where a request says which version it is for; in the path the base URL says it. */
export interface VersionCarrier {
  readonly in: 'header' | 'query'
  readonly name: string
}

/** Adds a version to what stands for the caller, so that every request carries it. */
export function withVersion(
  caller: CallerCredentials,
  carrier: VersionCarrier,
  version: string,
): CallerCredentials {
  const pair = [carrier.name, version] as const
  return {
    fresh: () => caller.fresh?.(),
    apply: (operation, kind): AppliedCredentials => {
      const { headers, query, cookies } = caller.apply(operation, kind)
      return carrier.in === 'header'
        ? { headers: [...headers, pair], query, cookies }
        : { headers, query: [...query, pair], cookies }
    },
  }
}

/** One document of several, with calls of it that were carried out. */
export interface VersionSide {
  readonly api: Api
  readonly credentials: CallerCredentials
  /** The last call of each operation that was carried out. */
  readonly accepted: readonly Observed[]
}

/** What asking for versions brought to light. */
export interface Negotiated {
  readonly violations: readonly ExploreViolation[]
  readonly judged: readonly { readonly rule: ExploreRuleId; readonly by: Observed }[]
}

/** So many operations of each document are asked for, in each way. */
const mostOperations = 8
/** A date before there were such services. */
const unknownVersion = '1900-01-01'

const routeOf = (api: Api, operation: Operation): string =>
  `${operation.method} ${shapeOf(relativePath(api, operation))}`

const nameOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${path}`

/** Asks for versions: their own, one that does not exist, and operations of other documents. */
class Negotiation {
  readonly violations: ExploreViolation[] = []
  readonly judged: { readonly rule: ExploreRuleId; readonly by: Observed }[] = []
  readonly #client: Client
  readonly #carrier: VersionCarrier

  constructor(client: Client, carrier: VersionCarrier) {
    this.#client = client
    this.#carrier = carrier
  }

  async #ask(
    { api, credentials }: VersionSide,
    { case: sent }: Observed,
    version: string,
  ): Promise<Observed> {
    const asked: Case = { ...sent, expectation: 'open', source: 'probe', aim: `as version ${version}` }
    const request = writeRequest(asked.call, api, withVersion(credentials, this.#carrier, version))
    const { operation } = sent.call
    return { api, case: asked, ...(await this.#client.send(request, { operation, isGuess: true })) }
  }

  #judge(rule: ExploreRuleId, holds: boolean, violation: Omit<ExploreViolation, 'rule'>): void {
    const by = violation.steps.at(-1)
    if (by) this.judged.push({ rule, by })
    if (!holds) this.violations.push({ rule, ...violation })
  }

  /** An answer that names a version names the one that was asked for. */
  async echo(side: VersionSide): Promise<void> {
    const { version } = side.api
    for (const one of side.accepted.slice(0, mostOperations)) {
      const observed = await this.#ask(side, one, version)
      const named = headerValue(observed.exchange.response.headers, this.#carrier.name)
      if (named === undefined) continue
      this.#judge('versions/echo', named === version, {
        message: `a request for ${version} is answered with ${this.#carrier.name}: ${named}`,
        expected: `${this.#carrier.name}: ${version}`,
        cause: `${version} as ${named}`,
        steps: [observed],
      })
    }
  }

  /** A version that does not exist is refused. */
  async unknown(side: VersionSide): Promise<void> {
    for (const one of side.accepted.slice(0, 2)) {
      const observed = await this.#ask(side, one, unknownVersion)
      this.#judge('versions/unknown', !isSuccess(observed.exchange), {
        message: `a request for version ${unknownVersion}, which does not exist, is answered with ${observed.exchange.response.status}`,
        expected: 'A refusal with 4xx that names the versions there are.',
        cause: 'an unknown version is served',
        steps: [observed],
      })
    }
  }

  /** An operation that the document of a version does not have is not carried out under it. */
  async elsewhere(side: VersionSide, other: VersionSide): Promise<void> {
    const there = new Set(Object.values(other.api.surface.operations).map((one) => routeOf(other.api, one)))
    const missing = side.accepted.filter((one) => !there.has(routeOf(side.api, one.case.call.operation)))
    for (const one of missing.slice(0, mostOperations)) {
      const observed = await this.#ask(
        { ...side, api: { ...side.api, baseUrl: other.api.baseUrl } },
        one,
        other.api.version,
      )
      const { operation } = one.case.call
      this.#judge('versions/elsewhere', !isSuccess(observed.exchange), {
        message: `${nameOf(operation)}, which ${other.api.version} does not have, is carried out under it`,
        expected: `A refusal with 404 under ${other.api.version}, or the operation in its document.`,
        cause: `${nameOf(operation)} under ${other.api.version}`,
        steps: [observed],
      })
    }
  }
}

/**
 * Judges how a service tells its versions apart, by calls that read and were carried out before.
 * @param sides the documents, each with a version as its name
 */
export async function negotiate(
  sides: readonly VersionSide[],
  client: Client,
  carrier: VersionCarrier,
): Promise<Negotiated> {
  const negotiation = new Negotiation(client, carrier)
  for (const side of sides) {
    const others = sides.filter((one) => one !== side)
    await negotiation.echo(side)
    await negotiation.unknown(side)
    for (const other of others) await negotiation.elsewhere(side, other)
  }
  return negotiation
}
