import { firstOf } from '../../../reporting/index.js'
import type { Exchange } from '../../exchange/exchange.js'
import type { Finding } from '../../model/finding.js'
import type { CreatedEntry } from '../../model/report.js'

/** A shorter id, such as 7, also occurs where it is not an id. */
const shortest = 8

const segmentsOf = (path: string): string[] => path.split('/').filter((part) => part !== '')

/** Whether a request names a thing: a short id only behind the name of its collection, as in `/pets/7`. */
const isNamedIn = ({ request }: Exchange, { id, operation }: CreatedEntry): boolean => {
  if (id === undefined || id === '') return false
  if (id.length >= shortest) return `${request.url} ${request.body ?? ''}`.includes(id)
  const collection = segmentsOf(operation).findLast((part) => !part.startsWith('{'))
  const parts = segmentsOf(request.url.split(/[?#]/)[0] ?? '')
  return parts.some((part, at) => part === id && parts[at - 1] === collection)
}

const named = 3
const missing = new Set([404, 410])

/**
 * What has to be created again before a request can be repeated, because the run deleted it at its end; undefined where
 * the request needs nothing of that kind, or was sent because it is gone.
 */
export function deletedText(
  { evidence }: Finding,
  last: Exchange,
  created: readonly CreatedEntry[] = [],
): string | undefined {
  const isAboutDeletion =
    missing.has(last.response.status) || evidence.some(({ request }) => request.method === 'DELETE')
  if (isAboutDeletion) return undefined
  const all = created
    .filter(({ fate }) => fate === 'cancelled' || fate === 'gone')
    .filter((one) => isNamedIn(last, one))
  if (all.length === 0) return undefined
  const things = firstOf([...new Set(all.map(({ id, operation }) => `${id} (${operation})`))], named)
  return `create again what the run deleted, and put the new ids into the request: ${things.join(', ')}`
}
