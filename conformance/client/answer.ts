import type { Dispatcher } from 'undici'
import { type HeaderList, headerValue } from '../exchange/exchange.js'

/** Most bytes that are read of a body. */
export const largestBody = 16 * 1024 * 1024

/** The service answered with more than anyone would read. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'

  constructor() {
    super(`the body has more than ${largestBody} bytes`)
  }
}

/** A whole answer. */
export interface Received {
  readonly status: number
  readonly headers: HeaderList
  readonly bytes: Buffer
}

/** How far an exchange had come when it failed. */
export interface Progress {
  /** A connection was there, and the request was written, or begun. */
  readonly isSent: boolean
  /** Status and headers came. */
  readonly hasHead: boolean
  /** Its body kept coming. */
  readonly isFlowing: boolean
}

const flowingMs = 2_000

const toHeaderList = (headers: Record<string, string | string[] | undefined>): HeaderList =>
  Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).map((item): [string, string] => [name, item]),
  )

/** Puts one answer together as it comes: status, headers and body, and nothing of interim answers (1xx). */
export class Answer implements Dispatcher.DispatchHandler {
  readonly #resolve: (received: Received) => void
  readonly #reject: (error: Error) => void
  #controller: Dispatcher.DispatchController | undefined
  #ended: Error | undefined
  #status = 0
  #headers: HeaderList = []
  readonly #chunks: Uint8Array[] = []
  #size = 0
  #isSent = false
  #changedAt = performance.now()
  readonly #streamMs: number | undefined
  #streaming: NodeJS.Timeout | undefined

  constructor(resolve: (received: Received) => void, reject: (error: Error) => void, streamMs?: number) {
    this.#resolve = resolve
    this.#reject = reject
    this.#streamMs = streamMs
  }

  /** How far the exchange has come. */
  get progress(): Progress {
    const { length: chunks } = this.#chunks
    return {
      isSent: this.#isSent,
      hasHead: this.#status > 0,
      isFlowing: chunks > 1 && performance.now() - this.#changedAt < flowingMs,
    }
  }

  /** Ends the exchange for a reason of our own, in whatever state it is. */
  end(reason: Error): void {
    this.#ended ??= reason
    this.#controller?.abort(this.#ended)
    this.#reject(this.#ended)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    this.#isSent = true
    if (this.#ended) controller.abort(this.#ended)
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return
    this.#status = status
    this.#headers = toHeaderList(headers)
    const isStream = /^text\/event-stream\b/i.test(headerValue(this.#headers, 'content-type') ?? '')
    if (isStream && this.#streamMs !== undefined)
      this.#streaming = setTimeout(() => this.#cut(), this.#streamMs)
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    this.#changedAt = performance.now()
    if (this.#size > largestBody) this.end(new BodyTooLarge())
  }

  onResponseEnd(): void {
    clearTimeout(this.#streaming)
    this.#resolve({ status: this.#status, headers: this.#headers, bytes: Buffer.concat(this.#chunks) })
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#streaming)
    this.#reject(this.#ended ?? error)
  }

  /** Takes what came of an answer that has no end. */
  #cut(): void {
    this.onResponseEnd()
    this.#controller?.abort(new Error('the stream was read for long enough'))
  }
}
