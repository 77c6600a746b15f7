import { foldByCause } from '../causes/index.js'
import type { Client } from '../client/index.js'
import type { CallerCredentials } from '../requests/index.js'
import type { Api } from '../model/api.js'
import type { ExploredDocument } from '../report/index.js'
import type { Observed } from '../model/observed.js'
import type { VersionCarrier } from './carrier.js'
import { negotiate } from './negotiation.js'

/** An explored document, with calls of it that read and were carried out. */
type Negotiable = Omit<ExploredDocument, 'source'> & { readonly accepted: readonly Observed[] }

/**
 * Adds to explored documents how the service tells their versions apart.
 * @param callers the documents again, with what stands for the caller but for the version
 */
export async function withNegotiation<Explored extends Negotiable>(
  explored: readonly Explored[],
  callers: readonly { readonly api: Api; readonly credentials: CallerCredentials }[],
  client: Client,
  carrier: VersionCarrier,
): Promise<readonly Explored[]> {
  const sides = explored.flatMap(({ api, accepted }) => {
    const caller = callers.find((one) => one.api === api)
    return caller ? [{ api, accepted, credentials: caller.credentials }] : []
  })
  const { violations, judged } = await negotiate(sides, client, carrier)
  return explored.map((one) => {
    for (const { rule, by } of judged) if (by.api === one.api) one.judgements.add(rule, by)
    const own = violations.filter(({ steps }) => steps.at(-1)?.api.version === one.api.version)
    const findings = [...foldByCause(own)].flatMap(([rule, all]) => all.map((finding) => ({ rule, finding })))
    return { ...one, findings: [...one.findings, ...findings] }
  })
}
