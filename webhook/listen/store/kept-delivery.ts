import type { HeaderLines } from '../../delivery/delivery.js'
import { isObject } from '../../../document/index.js'

/** The state of forwarding a delivery. */
export interface ForwardState {
  /**
   * `waiting`: the target has not accepted it yet. `delivered`: it returned 2xx. `failed`: it did not, and the sender
   * was told. `given-up`: the user gave it up.
   */
  readonly state: 'waiting' | 'delivered' | 'failed' | 'given-up'
  /** The last status of the target. */
  readonly status?: number
  /** The reason why it was not delivered. */
  readonly reason?: string
  /** The number of attempts. */
  readonly attempts?: number
  readonly at: string
}

/** A kept delivery: without the secret, and with the exact bytes. */
export interface KeptDelivery {
  /** Counts from 1, across restarts. */
  readonly number: number
  readonly receivedAt: string
  readonly method: string
  readonly path: string
  readonly headers: HeaderLines
  readonly bodyBase64: string
  /** `valid`, `not verified`, or the codes of the mistakes. */
  readonly verdict: string
  readonly answered: number
  readonly forward?: ForwardState
}

/** A line that updates the state of an earlier delivery. */
interface ForwardUpdate {
  readonly of: number
  readonly forward: ForwardState
}

/** A line with the numbers of earlier deliveries that are no longer kept. */
interface Dropped {
  readonly dropped: readonly number[]
}

type Line = KeptDelivery | ForwardUpdate | Dropped

const isKept = (value: unknown): value is KeptDelivery =>
  isObject(value) &&
  Number.isSafeInteger(value['number']) &&
  typeof value['bodyBase64'] === 'string' &&
  Array.isArray(value['headers'])

const isLater = (value: unknown): value is ForwardUpdate =>
  isObject(value) && Number.isSafeInteger(value['of']) && isObject(value['forward'])

const isDropped = (value: unknown): value is Dropped => isObject(value) && Array.isArray(value['dropped'])

const parsed = (line: string): Line | undefined => {
  try {
    const value: unknown = JSON.parse(line)
    return isKept(value) || isLater(value) || isDropped(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** True for a delivery that the target has not accepted yet. */
export function isWaiting({ forward }: Pick<KeptDelivery, 'forward'>): boolean {
  return forward?.state === 'waiting'
}

/** A line of the file. */
export function lineOf(line: Line): string {
  return `${JSON.stringify(line)}\n`
}

/** Reads the file of kept deliveries; torn lines after a crash are counted and skipped. */
export function readKept(text: string): { readonly kept: KeptDelivery[]; readonly torn: number } {
  const byNumber = new Map<number, KeptDelivery>()
  let torn = 0
  for (const row of text.split('\n')) {
    if (row === '') continue
    const line = parsed(row)
    if (line === undefined) torn += 1
    else if ('number' in line) byNumber.set(line.number, line)
    else if ('dropped' in line) {
      for (const number of line.dropped) byNumber.delete(number)
    } else {
      const former = byNumber.get(line.of)
      if (former) byNumber.set(line.of, { ...former, forward: line.forward })
    }
  }
  return { kept: [...byNumber.values()].sort((a, b) => a.number - b.number), torn }
}
