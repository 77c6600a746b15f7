import type { Writable } from 'node:stream'

/** An output that never blocks: while it is not read, lines are held, and then dropped. */
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

// Of each text that is written at once, some hundred bytes.
const mostHeld = 2000

/**
 * Makes an output of a stream. What the stream does not take at once is held, up to 2,000 texts; then the oldest are
 * dropped, and where they are missing a line says how many. After an error nothing is written any more.
 * @param dropped makes that line
 */
export function lossyOutput(
  stream: Writable,
  dropped: (lines: number) => string,
  most: number = mostHeld,
): LossyOutput {
  const held: string[] = []
  let lost = 0
  let isFull = false
  let isBroken = false
  const pump = (): void => {
    isFull = false
    if (lost > 0) {
      const text = dropped(lost)
      lost = 0
      isFull = !stream.write(text)
    }
    while (!isFull) {
      const text = held.shift()
      if (text === undefined) return
      isFull = !stream.write(text)
    }
  }
  unblock(stream)
  // A disk that is full, or a reader that is gone.
  stream.on('error', () => {
    isBroken = true
    held.length = 0
  })
  stream.on('drain', pump)
  const write = (text: string): void => {
    if (isBroken) return
    held.push(text)
    if (!isFull) pump()
    else if (held.length > most) lost += linesIn(held.shift() ?? '')
  }
  const leftover = (): number => (isBroken ? 0 : stream.writableLength + held.length)
  const flush = async (patienceMs: number): Promise<void> => {
    for (let before = Infinity; leftover() > 0 && leftover() < before;) {
      before = leftover()
      await within(patienceMs, (done) => stream.write('', done))
    }
  }
  return { write, flush }
}
