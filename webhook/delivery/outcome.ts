import { spelledOut } from '../../reporting/index.js'
import type { Posted } from './post.js'

/** What was answered, in a few words: the status, and where a redirect leads that was not followed. */
export function outcomeOf({ status, headers }: Pick<Posted, 'status' | 'headers'>): string {
  if (status < 300 || status > 399) return `answered ${status}`
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1]
  const to = location === undefined ? '' : `: ${spelledOut(location, 300)}`
  return `answered ${status}, a redirect that is not followed${to}`
}
