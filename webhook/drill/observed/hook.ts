import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { RampartError } from '../../../diagnostics/index.js'

const most = 64 * 1024
const usualMs = 3000

const countIn = (text: string): number | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    const count = typeof value === 'object' && value !== null && 'count' in value ? value.count : value
    return Number.isSafeInteger(count) && Number(count) >= 0 ? Number(count) : undefined
  } catch {
    return undefined
  }
}

const unusable = (what: string): RampartError =>
  new RampartError('DRILL_HOOK_UNUSABLE', { message: `the hook ${what}` })

const get = (url: URL, signal: AbortSignal): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(usualMs)])
    const headers = { accept: 'application/json' }
    const request = send(url, { headers, signal: bounded, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
        if (text.length > most) response.destroy(unusable('answers more than 64 KiB'))
      })
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.once('error', reject)
    })
    request.once('error', reject)
    request.end()
  })

/** The receiver's hook, which reports the number of processed events: a number, or `{"count": n}`. */
export class Hook {
  readonly #url: URL
  readonly #signal: AbortSignal

  constructor(url: URL, signal: AbortSignal) {
    this.#url = url
    this.#signal = signal
  }

  /** The number of events processed so far. @throws RampartError DRILL_HOOK_UNUSABLE, or the reason of the signal. */
  async count(): Promise<number> {
    const answer = await get(this.#url, this.#signal).catch((error: unknown) => {
      this.#signal.throwIfAborted()
      if (error instanceof RampartError) throw error
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      throw unusable(isLate ? `gave no answer within ${usualMs / 1000} s` : 'could not be reached')
    })
    if (answer.status !== 200)
      throw unusable(`answered ${answer.status}, and 200 is due; redirects are not followed`)
    const count = countIn(answer.text)
    if (count === undefined) throw unusable('answered neither a whole number nor {"count": n}')
    return count
  }

  /**
   * The number of further processed events, once it has reached the expected one and stays constant, or the time is
   * over.
   * @param quietMs how long the number has to stay constant
   */
  async more(before: number, expected: number, quietMs: number, mostMs: number): Promise<number> {
    const began = performance.now()
    let [last, since] = [await this.count(), performance.now()]
    for (;;) {
      const now = performance.now()
      const isEnough = last - before >= expected && now - since >= quietMs
      if (isEnough || now - began >= mostMs) return last - before
      await wait(25, undefined, { signal: this.#signal })
      const next = await this.count()
      if (next !== last) [last, since] = [next, performance.now()]
    }
  }
}
