import { spelledOut } from '../../reporting/index.js'
import type { Posted } from './post.js'

/** The response in a few words: the status, and the location of a redirect, which is not followed. */
export function outcomeOf({ status, headers }: Pick<Posted, 'status' | 'headers'>): string {
  if (status < 300 || status > 399) return `answered ${status}`
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1]
  const to = location === undefined ? '' : `: ${spelledOut(location, 300)}`
  return `answered ${status}, a redirect that is not followed${to}`
}
