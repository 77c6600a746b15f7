import type { Api } from '../../conformance/index.js'
import type { CommandContext } from '../process/context.js'
import { RedrawnLine } from '../output/redrawn-line.js'

/**
 * Shows on a terminal how many requests were sent, and how much time is left; says nothing anywhere else.
 * @param budgetMs how long it takes at most
 */
export function exploreProgress(
  budgetMs: number,
  context: CommandContext,
): {
  readonly onExchange: (exchange: unknown, operation: Api['operations'][number]) => void
  readonly clear: () => void
} {
  const line = new RedrawnLine(context)
  const ends = Date.now() + budgetMs
  let sent = 0
  const onExchange = (_exchange: unknown, { method, path }: Api['operations'][number]): void => {
    sent++
    const left = Math.max(0, Math.round((ends - Date.now()) / 1000))
    line.draw(`${String(sent).padStart(6)} requests, ${left} s left  ${method.toUpperCase()} ${path}`)
  }
  return { onExchange, clear: () => line.clear() }
}
