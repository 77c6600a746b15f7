import { appendFile } from 'node:fs/promises'
import type { Exchange } from '../exchange/exchange.js'
import { publishExchange } from './publish.js'
import { harEntry, leftOutLine } from '../exchange/har.js'

const flushAt = 256 * 1024

/** The size limit of a recording, in bytes: some 80,000 exchanges, each of which may be needed as evidence. */
const fullAt = 256 * 1024 * 1024

/** JSON with U+2028 and U+2029 escaped, which some readers treat as line ends. */
const onOneLine = (entry: object): string =>
  JSON.stringify(entry).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/**
 * Writes every exchange of a run to a file, one HAR entry on each line, without secrets. Memory and file size are
 * bounded; exchanges beyond the limit are counted. A failed write never fails the run.
 */
export class Recording {
  readonly #path: string
  readonly #redact: (text: string) => string
  readonly #fullAt: number
  #lines: string[] = []
  #held = 0
  #written = 0
  #leftOut = 0

  /** Appends to the file at `path`, which several sessions may share. */
  constructor(path: string, redact: (text: string) => string, full = fullAt) {
    this.#path = path
    this.#redact = redact
    this.#fullAt = full
  }

  async write(exchange: Exchange, durationMs: number): Promise<void> {
    const published = publishExchange(exchange, this.#redact, Infinity)
    const line = `${onOneLine(harEntry(published, durationMs))}\n`
    const size = Buffer.byteLength(line)
    if (this.#written + size > this.#fullAt) {
      this.#leftOut++
      return
    }
    this.#written += size
    this.#held += size
    this.#lines.push(line)
    if (this.#held >= flushAt) await this.flush()
  }

  /** Writes the buffer, and the number of exchanges left out. */
  async flush(): Promise<void> {
    const { length: count } = this.#lines
    const text = this.#lines.join('')
    this.#lines = []
    this.#held = 0
    if (!(await this.#append(text))) this.#leftOut += count
    const leftOut = this.#leftOut
    this.#leftOut = 0
    if (leftOut > 0 && !(await this.#append(`${leftOutLine(leftOut)}\n`))) this.#leftOut += leftOut
  }

  /** False when the write fails; the archive is then incomplete, and the run continues. */
  async #append(text: string): Promise<boolean> {
    try {
      if (text !== '') await appendFile(this.#path, text, { mode: 0o600 })
      return true
    } catch {
      return false
    }
  }
}
