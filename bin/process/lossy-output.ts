import type { Writable } from 'node:stream'

/** An output that never blocks: while it is not read, some text is held, and what follows is dropped. */
export interface LossyOutput {
  readonly write: (text: string) => void
  /** Waits until all is written, or nothing was read for that many milliseconds. */
  readonly flush: (patienceMs: number) => Promise<void>
}

interface Handle {
  readonly _handle?: { readonly setBlocking?: (isBlocking: boolean) => unknown }
}

// Node writes to a terminal synchronously: one that is not read would stop the process in the middle of a line, and
// Node has no public switch for it.
const unblock = (stream: Writable & Handle): void => void stream._handle?.setBlocking?.(false)

const within = (ms: number, begin: (done: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    begin(() => {
      clearTimeout(timer)
      resolve()
    })
  })

const linesIn = (text: string): number => text.split('\n').length - 1

const mostHeld = 1024 * 1024

/**
 * Makes an output of a stream, whose buffer holds up to 1 MB. Beyond that new texts are dropped, all but the last, and
 * where they are missing a line says how many. After an error nothing is written any more.
 * @param dropped makes that line
 */
export function lossyOutput(
  stream: Writable,
  dropped: (lines: number) => string,
  most: number = mostHeld,
): LossyOutput {
  let lost = 0
  let last = ''
  let isBroken = false
  const writeLast = (): void => {
    if (last !== '' && !isBroken) stream.write((lost > 0 ? dropped(lost) : '') + last)
    lost = 0
    last = ''
  }
  unblock(stream)
  // A disk that is full, or a reader that is gone.
  stream.on('error', () => (isBroken = true))
  stream.on('drain', writeLast)
  const write = (text: string): void => {
    if (isBroken) return
    lost += linesIn(last)
    last = text
    if (stream.writableLength <= most) writeLast()
  }
  const leftover = (): number => (isBroken ? 0 : stream.writableLength)
  const flush = async (patienceMs: number): Promise<void> => {
    writeLast()
    for (let before = Infinity; leftover() > 0 && leftover() < before;) {
      before = leftover()
      await within(patienceMs, (done) => stream.write('', done))
    }
  }
  return { write, flush }
}
