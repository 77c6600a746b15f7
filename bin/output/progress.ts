import type { RuleResult } from '../../conformance/index.js'
import type { FetchEvent } from '../../fetch/index.js'
import { counted } from '../../reporting/index.js'
import type { CommandContext } from '../process/context.js'

const redrawMs = 80
const width = 78
/** Milliseconds between lines in the log of a CI, which show that the run does not hang. */
const logMs = 10_000
const clearLine = '\r\u001B[2K'

type Terminal = Pick<CommandContext, 'stderr' | 'interactive'>

/** One line of a terminal that is drawn again and again; without a terminal, a line every ten seconds. */
export class RedrawnLine {
  readonly #context: Terminal
  #drawnAt = 0
  #loggedAt = Date.now()

  constructor(context: Terminal) {
    this.#context = context
  }

  /** Draws the line, at most as often as it can be read unless it is due. */
  draw(text: string, isDue = false): void {
    const now = Date.now()
    if (!this.#context.interactive) {
      // The text is empty between two documents.
      if (text === '' || now - this.#loggedAt < logMs) return
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

/** Shows which rule was judged last. @param total the number of steps; undefined while it is unknown */
export function ruleProgress(context: CommandContext, total: number | undefined) {
  const line = new RedrawnLine(context)
  let done = 0
  const onStep = ({ id, version }: Pick<RuleResult, 'id' | 'version'>): void => {
    done++
    const count = `${String(done).padStart(4)}${total === undefined ? '' : `/${total}`}`
    line.draw(`${count}  ${version === '*' ? 'service' : version}  ${id}`, done === total)
  }
  return { onStep, clear: () => line.clear() }
}

const amount = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

const asLine = (event: FetchEvent, saysVersions: boolean): string | undefined => {
  if (event.type === 'list' && saysVersions)
    return `${counted(event.versions.length, 'version')}: ${event.versions.join(', ')}`
  if (event.type === 'retry') return `${event.reason} Trying again in ${(event.delayMs / 1000).toFixed(1)} s.`
  return undefined
}

/**
 * Shows the progress of fetching: a line per retry, and on a terminal a redrawn line, which `clear` removes.
 * @param saysVersions whether the list of versions has a line too: for a command that only fetches
 */
export function downloadProgress(context: Terminal, saysVersions = false) {
  const underWay = new Map<string, string>()
  const redrawn = new RedrawnLine(context)
  const onEvent = (event: FetchEvent): void => {
    if (event.type === 'progress') underWay.set(event.version, amount(event.receivedBytes))
    if (event.type === 'document') underWay.delete(event.version)
    const line = asLine(event, saysVersions)
    if (line === undefined)
      return redrawn.draw([...underWay].map(([version, state]) => `${version} ${state}`).join('  '))
    redrawn.clear()
    context.stderr(`${line}\n`)
  }
  return { onEvent, clear: () => redrawn.clear() }
}
