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
import type { Api, Case, Observed, ExploreViolation } from '../model/case.js'
import type { ExploreRuleId } from '../model/document-rules.js'

/** The header or query parameter with the version; where the version is in the path, the base URL contains it. */
export interface VersionCarrier {
  readonly in: 'header' | 'query'
  readonly name: string
}

/** Adds a version to the credentials, so that every request carries it. */
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

/** The document of one version, with successful calls. */
export interface VersionSide {
  readonly api: Api
  readonly credentials: CallerCredentials
  /** The last successful call of each operation. */
  readonly accepted: readonly Observed[]
}

/** The result of comparing versions. */
export interface Negotiated {
  readonly violations: readonly ExploreViolation[]
  readonly judged: readonly { readonly rule: ExploreRuleId; readonly by: Observed }[]
}

/** The most operations of each document that are tested in each way. */
const mostOperations = 8
/** A date before any such service. */
const unknownVersion = '1900-01-01'

const routeOf = (api: Api, operation: Operation): string =>
  `${operation.method} ${shapeOf(relativePath(api, operation))}`

const nameOf = ({ method, path }: Operation): string => `${method.toUpperCase()} ${path}`

/** Requests the right version, an unknown one, and operations of other versions. */
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

  /** A response that names a version must name the requested one. */
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

  /** An unknown version must be refused. */
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

  /** An operation that a version's document lacks must not succeed under it. */
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
 * Judges how a service handles versions, by repeating successful reads.
 * @param sides the documents, each named after its version
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
