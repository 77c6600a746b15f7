import type { CommandContext } from '../process/context.js'

const redrawMs = 80
const width = 78
/** Logs of a CI get a line as often, so that a run that works is told from one that hangs. */
const logMs = 10_000
const clearLine = '\r\u001B[2K'

/** One line of a terminal that is drawn again and again; without a terminal, a line every ten seconds. */
export class RedrawnLine {
  readonly #context: Pick<CommandContext, 'stderr' | 'interactive'>
  #drawnAt = 0
  #loggedAt = Date.now()

  constructor(context: Pick<CommandContext, 'stderr' | 'interactive'>) {
    this.#context = context
  }

  /**
   * Draws the line, no more often than anyone reads.
   * @param isDue whether it is drawn even so
   */
  draw(text: string, isDue = false): void {
    const now = Date.now()
    if (!this.#context.interactive) {
      if (now - this.#loggedAt < logMs) return
      this.#loggedAt = now
      return this.#context.stderr(`${text.trim()}\n`)
    }
    if (now - this.#drawnAt < redrawMs && !isDue) return
    this.#drawnAt = now
    this.#context.stderr(clearLine + text.slice(0, width))
  }

  /** Removes the line. */
  clear(): void {
    if (this.#drawnAt > 0) this.#context.stderr(clearLine)
    this.#drawnAt = 0
  }
}
