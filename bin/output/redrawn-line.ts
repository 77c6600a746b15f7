import type { CommandContext } from '../process/context.js'

const REDRAW_MS = 80
const WIDTH = 78
const CLEAR = '\r\u001B[2K'

/** One line of a terminal that is drawn again and again; nothing at all where there is no terminal. */
export class RedrawnLine {
  readonly #context: Pick<CommandContext, 'stderr' | 'interactive'>
  #drawnAt = 0

  constructor(context: Pick<CommandContext, 'stderr' | 'interactive'>) {
    this.#context = context
  }

  /**
   * Draws the line, no more often than anyone reads.
   * @param isDue whether it is drawn even so
   */
  draw(text: string, isDue = false): void {
    if (!this.#context.interactive || (Date.now() - this.#drawnAt < REDRAW_MS && !isDue)) return
    this.#drawnAt = Date.now()
    this.#context.stderr(CLEAR + text.slice(0, WIDTH))
  }

  /** Removes the line. */
  clear(): void {
    if (this.#drawnAt > 0) this.#context.stderr(CLEAR)
    this.#drawnAt = 0
  }
}
