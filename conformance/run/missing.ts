import type { Operation } from '../../runtime/surface.js'
import { isMissing, isSuccess } from '../exchange/reading.js'
import { atOnce, whenAborted } from '../model/workers.js'
import type { CallOptions } from '../rules/request.js'
import type { Learned } from '../pool/learned.js'
import { addressesOf, keyOf } from '../pool/known-things.js'
import type { FirstList } from '../pool/other-things.js'
import { thingsIn } from '../resources/names.js'
import { type Exchange, jsonBody } from '../exchange/exchange.js'
import { parametersIn, targetOf, valuesByName } from '../resources/paths.js'

/** The most things of a list that are read because it does not show them any more. */
const mostReads = 10

/** Sends a call once more; undefined where it gets no response. */
type Send = (operation: Operation, options: CallOptions) => Promise<Exchange | undefined>

/** The addresses that the first response of a list has and the last one lacks; none where it cannot be read any more. */
const unlisted = async ({ list, resource, addresses }: FirstList, send: Send) => {
  const { operation, path, query } = list.case.call
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)])
  const values = parametersIn(operation.path).map((name) => String(path[name]))
  const exchange = await send(operation, { path: values, query: Object.fromEntries(texts) })
  if (!exchange || !isSuccess(exchange)) return []
  const { things } = thingsIn(jsonBody(exchange.response), resource.nouns[0] ?? '', 'list')
  const shown = new Set(things.flatMap((one) => addressesOf(one, resource, { ...list, exchange })).map(keyOf))
  return addresses.filter((one) => !shown.has(keyOf(one)))
}

/**
 * Reads once more what lists showed before the run wrote anything. A service may delete more than it was asked to.
 * @returns the targets of things that neither their list nor a read finds any more, as far as there was time
 */
export async function missingThings(
  { pool, accepted }: Pick<Learned, 'pool' | 'accepted'>,
  send: Send,
  { concurrency, forMs }: { readonly concurrency: number; readonly forMs: number },
): Promise<readonly string[]> {
  const ended = AbortSignal.timeout(forMs)
  const missing: string[] = []
  const queue = [...pool.others.before]
  const look = async (first: FirstList): Promise<void> => {
    const { read, itemPath } = first.resource
    // Where no read ever found anything, a 404 proves nothing.
    if (!read || accepted.of(read).length === 0) return
    for (const values of (await unlisted(first, send)).slice(0, mostReads)) {
      const exchange = ended.aborted
        ? undefined
        : await send(read, { path: values.map(String), mayBeMissing: true })
      if (exchange && isMissing(exchange)) missing.push(targetOf(itemPath, valuesByName(itemPath, values)))
    }
  }
  const work = atOnce(concurrency, async () => {
    for (let next = queue.shift(); next && !ended.aborted; next = queue.shift()) await look(next)
  })
  await Promise.race([work, whenAborted(ended)])
  return [...new Set(missing)]
}
