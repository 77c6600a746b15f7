import { type CallerCredentials, routeOf, writeRequest } from '../requests/index.js'
import { headerValue } from '../exchange/exchange.js'
import { isBusy, isOutage, isSuccess } from '../exchange/reading.js'
import type { Client } from '../client/client.js'
import { type Api, type Case, type Observed, type ExploreViolation, nameOf } from '../model/case.js'
import type { Explorer } from '../model/explorer.js'
import { ifPossible } from '../model/outcome.js'
import type { VersionCarrier } from '../model/plan.js'
import { withVersions } from '../session/access.js'

/** Adds a version to the credentials, so that every request carries it. */
export function withVersion(
  caller: CallerCredentials,
  carrier: VersionCarrier,
  version: string,
): CallerCredentials {
  return {
    fresh: () => caller.fresh?.(),
    apply: (operation, kind) => withVersions(caller.apply(operation, kind), carrier, [version]),
  }
}

/** A tested version, with its last successful read of each operation. */
export interface VersionSide {
  readonly explorer: Pick<Explorer, 'api' | 'judged' | 'violate'>
  readonly credentials: CallerCredentials
  readonly accepted: readonly Observed[]
}

/** Repeats a call as another version, or at the base URL of another; undefined if no response can be judged. */
type Ask = (side: VersionSide, call: Observed, version: string, api?: Api) => Promise<Observed | undefined>

/** The most operations of each document that are tested in each way. */
const mostOperations = 8
/** A date before any such service. */
const unknownVersion = '1900-01-01'

const report = (
  { explorer }: VersionSide,
  by: Observed,
  holds: boolean,
  violation: Omit<ExploreViolation, 'steps'>,
): void => {
  explorer.judged(violation.rule, by)
  if (!holds) explorer.violate({ ...violation, steps: [by] })
}

/** A response that names a version must name the requested one. */
const judgeEcho = async (ask: Ask, side: VersionSide, header: string): Promise<void> => {
  const { version } = side.explorer.api
  for (const one of side.accepted.slice(0, mostOperations)) {
    const observed = await ask(side, one, version)
    if (!observed) continue
    const named = headerValue(observed.exchange.response.headers, header)
    if (named === undefined) continue
    report(side, observed, named === version, {
      rule: 'versions/echo',
      message: `a request for ${version} is answered with ${header}: ${named}`,
      expected: `${header}: ${version}`,
      cause: `${version} as ${named}`,
    })
  }
}

const judgeUnknown = async (ask: Ask, side: VersionSide): Promise<void> => {
  for (const one of side.accepted.slice(0, 2)) {
    const observed = await ask(side, one, unknownVersion)
    if (!observed) continue
    const { status } = observed.exchange.response
    report(side, observed, !isSuccess(observed.exchange) && status < 500, {
      rule: 'versions/unknown',
      message: `a request for version ${unknownVersion}, which does not exist, is answered with ${status}`,
      expected: 'A refusal with 4xx that names the supported versions.',
      cause: status < 500 ? 'an unknown version is served' : 'an unknown version breaks the service',
    })
  }
}

/** An operation that a version's document lacks must not succeed under it. */
const judgeElsewhere = async (ask: Ask, side: VersionSide, other: Api): Promise<void> => {
  const { api } = side.explorer
  const there = new Set(Object.values(other.surface.operations).map((one) => routeOf(other, one)))
  const missing = side.accepted.filter((one) => !there.has(routeOf(api, one.case.call.operation)))
  for (const one of missing.slice(0, mostOperations)) {
    const observed = await ask(side, one, other.version, { ...api, baseUrl: other.baseUrl })
    if (!observed || isOutage(observed.exchange)) continue
    const name = nameOf(one.case.call.operation)
    report(side, observed, !isSuccess(observed.exchange), {
      rule: 'versions/elsewhere',
      message: `${name}, which ${other.version} does not have, is carried out under it`,
      expected: `A refusal with 404 under ${other.version}, or the operation in its document.`,
      cause: `${name} under ${other.version}`,
    })
  }
}

/** Judges how a service handles versions, by repeating successful reads as the right version, an unknown one and others. */
export async function negotiate(
  sides: readonly VersionSide[],
  client: Client,
  carrier: VersionCarrier,
  signal: AbortSignal,
): Promise<void> {
  const ask: Ask = async (side, { case: sent }, version, api = side.explorer.api) => {
    if (signal.aborted) return undefined
    const asked: Case = { ...sent, expectation: 'open' }
    const request = writeRequest(asked.call, api, withVersion(side.credentials, carrier, version))
    const { operation } = sent.call
    const answered = await ifPossible(client.send(request, { operation, isGuess: true }))
    if (!answered || answered.noAnswer !== undefined || isBusy(answered.exchange.response)) return undefined
    return { api, case: asked, ...answered }
  }
  for (const side of sides) {
    await judgeEcho(ask, side, carrier.name)
    await judgeUnknown(ask, side)
    for (const other of sides) if (other !== side) await judgeElsewhere(ask, side, other.explorer.api)
  }
}
