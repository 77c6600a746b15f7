import type { Api } from '../model/api.js'
import type { Call } from '../model/call.js'
import type { Case } from '../model/case.js'
import type { Observed } from '../model/observed.js'
import { filledPath } from '../requests/index.js'

const bare = (call: Call, api: Api): string => (call.target ?? filledPath(call, api)).split('?')[0] ?? ''

const writing: ReadonlySet<string> = new Set(['put', 'patch', 'delete'])

/** Paths at which reading found nothing, as long as nothing was written there since. */
export class Absent {
  readonly #paths = new Set<string>()

  /** Learns from an answer. */
  look({ api, case: { call }, exchange }: Observed): void {
    const { method = call.operation.method } = call
    const isRead = method === 'get' && (call.credentials ?? 'own') === 'own'
    const { status } = exchange.response
    if (isRead && (status === 404 || status === 410)) this.#paths.add(bare(call, api))
    else if (status < 400) this.#paths.delete(bare(call, api))
  }

  /** Whether there is nothing where a call leads to. */
  has(call: Call, api: Api): boolean {
    return this.#paths.has(bare(call, api))
  }
}

/** A case that reads what another would change or delete; undefined where the document has no such operation. */
export function readingBefore({ call }: Case, { operations }: Api): Case | undefined {
  const { operation } = call
  const reads = operations.find(({ method, path }) => method === 'get' && path === operation.path)
  if (!reads || !writing.has(operation.method) || !operation.path.includes('{')) return undefined
  const { path, header, cookie } = call
  return {
    call: { operation: reads, path, query: {}, header, cookie },
    expectation: 'open',
    source: 'probe',
    aim: 'whether anything is there',
  }
}
