import type { Api } from '../../conformance/index.js'
import type { CommandContext } from '../process/context.js'
import { RedrawnLine } from '../output/redrawn-line.js'

/**
 * Shows on a terminal how many requests were sent, and how much time is left; says nothing anywhere else.
 * @param budgetMs how long it takes at most
 */
export function caseProgress(
  budgetMs: number,
  context: CommandContext,
): {
  readonly onCase: (exchange: unknown, operation: Api['operations'][number]) => void
  readonly clear: () => void
} {
  const line = new RedrawnLine(context)
  let ends: number | undefined
  let sent = 0
  const onCase = (_exchange: unknown, { method, path }: Api['operations'][number]): void => {
    sent++
    // Rules may be judged before the first one.
    ends ??= Date.now() + budgetMs
    const left = Math.max(0, Math.round((ends - Date.now()) / 1000))
    line.draw(`${String(sent).padStart(6)} requests, ${left} s left  ${method.toUpperCase()} ${path}`)
  }
  return { onCase, clear: () => line.clear() }
}
