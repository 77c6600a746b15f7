import type { CommandContext } from '../process/context.js'

const redrawMs = 80
const width = 78
const clearLine = '\r\u001B[2K'

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
    if (!this.#context.interactive || (Date.now() - this.#drawnAt < redrawMs && !isDue)) return
    this.#drawnAt = Date.now()
    this.#context.stderr(clearLine + text.slice(0, width))
  }

  /** Removes the line. */
  clear(): void {
    if (this.#drawnAt > 0) this.#context.stderr(clearLine)
    this.#drawnAt = 0
  }
}
