import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** How a service that accepts no connections is waited for. */
export interface PresenceOptions {
  /** Origin of the service. */
  readonly origin: string
  /** How long it may stay away, in milliseconds. */
  readonly patienceMs: number
  /** Ends all waiting. */
  readonly signal: AbortSignal
}

const firstPauseMs = 50
const longestPauseMs = 1_000
const longestConnectMs = 2_000

/** Whether something accepts connections at an origin. */
export function isListening(origin: string): Promise<boolean> {
  const { protocol, hostname, port } = new URL(origin)
  const number = port === '' ? { 'http:': 80, 'https:': 443 }[protocol] : Number(port)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: number ?? 80 })
    const end = (isThere: boolean) => (): void => {
      socket.destroy()
      resolve(isThere)
    }
    socket.setTimeout(longestConnectMs, end(false))
    socket.once('connect', end(true)).once('error', end(false))
  })
}

/**
 * Waits for a service that accepts no connections, with growing pauses.
 * @returns whether it came back in the time given
 */
export async function isBack({ origin, patienceMs, signal }: PresenceOptions): Promise<boolean> {
  const until = Date.now() + patienceMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    if (await isListening(origin)) return true
    if (signal.aborted || Date.now() + pauseMs > until) return false
    await delay(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}
