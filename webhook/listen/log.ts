import { randomUUID } from 'node:crypto'
import { appendFile, chmod, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { codeOf, fileReason, RampartError, wrongUse } from '../../diagnostics/index.js'
import { isObject } from '../../document/index.js'
import type { Redact } from '../../redaction/index.js'
import { type HeaderLines, jsonIn, headerValue, type RawDelivery } from '../delivery/delivery.js'
import { type ForwardState, type Forwarded, Forwarder, resigned, type Targets } from './forward.js'
import { contentOf } from '../examine/content.js'

/** A kept delivery, with the exact bytes unless they held the secret. */
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
  /** True where the delivery held the secret, which is replaced. */
  readonly redacted?: true
}

const unusable = (message: string, cause?: unknown): RampartError =>
  new RampartError('WEBHOOK_KEEP_UNUSABLE', { message, cause })

const isKept = (value: unknown): value is KeptDelivery =>
  isObject(value) &&
  Number.isSafeInteger(value['number']) &&
  typeof value['bodyBase64'] === 'string' &&
  Array.isArray(value['headers'])

/** The delivery in a line of the log; none if the line is incomplete. */
const keptIn = (line: string): readonly KeptDelivery[] => [jsonIn(line)].filter(isKept)

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

/** The last lines within the limits of number and bytes; the very last one even if it is too long. */
const lastLines = (lines: readonly string[], { last, bytes }: LogOptions): readonly string[] => {
  let length = 0
  const tooMany = lines.findLastIndex((line, at) => {
    length += line.length + 1
    return at < lines.length - last || (length > bytes && at < lines.length - 1)
  })
  return lines.slice(tooMany + 1)
}

const textOf = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return ''
    throw unusable(`${path}: ${fileReason(cause)}`, cause)
  }
}

/** The deliveries in a file, oldest first; none without it. @throws RampartError WEBHOOK_KEEP_UNUSABLE for another content. */
export async function readLog(path: string): Promise<readonly KeptDelivery[]> {
  const text = await textOf(path)
  const kept = linesOf(text).flatMap(keptIn)
  if (kept.length === 0 && text.trim() !== '' && !text.trimStart().startsWith('{"number":'))
    throw unusable(`${path} contains something other than kept deliveries, and is not changed`)
  return kept.toSorted((a, b) => a.number - b.number)
}

interface LogOptions {
  /** A file in an existing folder; undefined to keep deliveries in memory only. */
  readonly path: string | undefined
  /** The most deliveries that are kept. */
  readonly last: number
  /** The most bytes of bodies in memory, and of lines in the file. */
  readonly bytes: number
  /** Removes secrets from a text. */
  readonly clean: Redact
  /** Called when deliveries cannot be written. */
  readonly failed: (error: unknown) => void
}

/** The last deliveries: in memory, to be sent again, and as lines of a file of its owner, which delays nothing where it fails. */
export class DeliveryLog {
  readonly #options: LogOptions
  readonly #recent = new Map<number, KeptDelivery>()
  #bytes = 0
  #number = 0
  #isTorn = true
  #turn: Promise<unknown> = Promise.resolve()

  private constructor(options: LogOptions) {
    this.#options = options
  }

  /** Opens a log with the deliveries of an earlier run. @throws RampartError WEBHOOK_KEEP_UNUSABLE, but not for a full disk. */
  static async open(options: LogOptions): Promise<DeliveryLog> {
    const { path, failed } = options
    const log = new DeliveryLog(options)
    if (path === undefined) return log
    const kept = await readLog(path)
    for (const delivery of kept) log.#remember(delivery)
    log.#number = kept.at(-1)?.number ?? 0
    try {
      await (await open(path, 'a', 0o600)).close()
      await chmod(path, 0o600)
    } catch (cause) {
      if (!/^(ENOSPC|EDQUOT)$/.test(String(codeOf(cause))))
        throw unusable(`${path}: ${fileReason(cause)}`, cause)
      failed(cause)
    }
    await log.#cutBack(path)
    return log
  }

  /** Numbers of the kept deliveries, oldest first. */
  numbers(): readonly number[] {
    return [...this.#recent.keys()].toSorted((a, b) => a - b)
  }

  get(number: number): KeptDelivery | undefined {
    return this.#recent.get(number)
  }

  /** Reserves the number of the next delivery. */
  next(): number {
    this.#number += 1
    return this.#number
  }

  /** Keeps a delivery; false if the file could not be written. */
  async add(delivery: KeptDelivery): Promise<boolean> {
    const kept = this.#cleaned(delivery)
    this.#remember(kept)
    const { path } = this.#options
    if (path === undefined) return true
    const written = this.#turn.then(() => this.#write(path, `${JSON.stringify(kept)}\n`))
    this.#turn = written
    return written
  }

  /** Cuts the file back to the last deliveries; without any there is no file. */
  async close(): Promise<void> {
    await this.#turn
    const { path } = this.#options
    if (path === undefined) return
    await this.#cutBack(path)
    const found = await stat(path).catch(() => undefined)
    if (found?.isFile() && found.size === 0) await rm(path, { force: true })
  }

  #cleaned(delivery: KeptDelivery): KeptDelivery {
    let isRedacted = false
    const clean = (text: string): string => {
      const cleaned = this.#options.clean(text)
      isRedacted ||= cleaned !== text
      return cleaned
    }
    const path = clean(delivery.path)
    const headers = delivery.headers.map(([name, value]) => [clean(name), clean(value)] as const)
    const { reason } = delivery.forward ?? {}
    const forward = delivery.forward && {
      forward: { ...delivery.forward, ...(reason !== undefined && { reason: clean(reason) }) },
    }
    const body = Buffer.from(delivery.bodyBase64, 'base64').toString('utf8')
    const cleanBody = clean(body)
    if (!isRedacted) return delivery
    // In a body without the secret, bytes that are not UTF-8 are kept.
    const bodyBase64 =
      cleanBody === body ? delivery.bodyBase64 : Buffer.from(cleanBody, 'utf8').toString('base64')
    return { ...delivery, path, headers, ...forward, bodyBase64, redacted: true }
  }

  #remember(delivery: KeptDelivery): void {
    this.#recent.set(delivery.number, delivery)
    this.#bytes += delivery.bodyBase64.length
    for (const [number, { bodyBase64 }] of this.#recent) {
      const isWithin = this.#recent.size <= this.#options.last && this.#bytes <= this.#options.bytes
      if (isWithin || number === delivery.number) return
      this.#recent.delete(number)
      this.#bytes -= bodyBase64.length
    }
  }

  // Opened for each line, so that a deleted or replaced file needs no special case.
  async #write(path: string, line: string): Promise<boolean> {
    try {
      // A crash or a full disk may leave half a line, which must not be continued.
      await appendFile(path, this.#isTorn ? `\n${line}` : line, { mode: 0o600 })
    } catch (error) {
      this.#isTorn = true
      this.#options.failed(error)
      return false
    }
    this.#isTorn = false
    return true
  }

  /** Shortens a file that exceeds the limits. If that fails, on a full disk, the longer file is kept. */
  async #cutBack(path: string): Promise<void> {
    const draft = `${path}.${randomUUID()}.tmp`
    try {
      const text = await readFile(path, 'utf8')
      const lines = linesOf(text)
      const last = lastLines(lines, this.#options)
      this.#isTorn = text !== '' && !text.endsWith('\n')
      if (last.length === lines.length) return
      await writeFile(draft, last.map((line) => `${line}\n`).join(''), { mode: 0o600 })
      await rename(draft, path)
      this.#isTorn = false
    } catch {
      await rm(draft, { force: true }).catch(() => undefined)
    }
  }
}

/** The kept delivery with an id: its number, its webhook-id, or `last`. @throws RampartError WEBHOOK_DELIVERY_UNKNOWN. */
export function keptDelivery(kept: readonly KeptDelivery[], id: string): KeptDelivery {
  const plain = id.replace(/^#/, '')
  const isIt = ({ number, headers }: KeptDelivery): boolean =>
    String(number) === plain || headerValue(headers, 'webhook-id') === id
  const found = plain === 'last' ? kept.at(-1) : kept.findLast(isIt)
  if (found) return found
  const all = `kept are #${kept[0]?.number} to #${kept.at(-1)?.number}`
  const message = `no delivery is ${JSON.stringify(id)}; ${kept.length === 0 ? 'nothing is kept' : all}`
  throw new RampartError('WEBHOOK_DELIVERY_UNKNOWN', { message })
}

/** Forwards a kept delivery again, with the same bytes, and signed anew under a key; undefined where its kind has no target. */
export async function resend(
  { headers, bodyBase64 }: KeptDelivery,
  forwarder: Forwarder,
  key: Uint8Array | undefined,
): Promise<Forwarded | undefined> {
  const body = Buffer.from(bodyBase64, 'base64')
  const target = forwarder.urlFor(contentOf(body).type)
  if (target === undefined) return undefined
  const delivery: RawDelivery = { headers: key === undefined ? headers : resigned(headers, body, key), body }
  return forwarder.send(target, delivery)
}

interface ResendOptions {
  readonly targets: Targets
  /** The key to sign anew; without it the headers stay unchanged. */
  readonly key: Uint8Array | undefined
  /** In seconds. */
  readonly forwardTimeout: number
  readonly signal: AbortSignal
}

/**
 * Forwards a kept delivery again without a running listener.
 * @throws RampartError OPTION_INVALID where its kind has no target, or the signal's reason.
 */
export async function resendKept(
  kept: KeptDelivery,
  { targets, key, forwardTimeout, signal }: ResendOptions,
): Promise<{ readonly forward: ForwardState; readonly error: RampartError | undefined }> {
  const forwarder = new Forwarder(targets, undefined, forwardTimeout)
  const stop = (): void => forwarder.close()
  signal.addEventListener('abort', stop)
  const sent = await resend(kept, forwarder, key)
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  forwarder.close()
  if (sent === undefined) throw wrongUse(`--forward-to has no target for #${kept.number}`)
  const { forward, isReached } = sent
  const { state, target, reason } = forward
  if (state === 'delivered') return { forward, error: undefined }
  const code = isReached ? 'WEBHOOK_NOT_ACKNOWLEDGED' : 'WEBHOOK_UNREACHABLE'
  return { forward, error: new RampartError(code, { message: `${new URL(target).origin}: ${reason ?? ''}` }) }
}
