import type { EndedStep } from '../../conformance/index.js'
import type { CommandContext } from '../context.js'

const redrawMs = 80
const clearLine = '\r\u001B[2K'

/**
 * Shows on a terminal which rule was judged last; says nothing anywhere else.
 * @param total how many steps there are; undefined when that shows only at the end
 */
export function ruleProgress(
  context: CommandContext,
  total: number | undefined,
): { onStep: (step: EndedStep) => void; clear: () => void } {
  let done = 0
  let drawnAt = 0
  const clear = (): void => {
    if (drawnAt > 0) context.stderr(clearLine)
    drawnAt = 0
  }
  const onStep = ({ id, version }: EndedStep): void => {
    done++
    if (!context.interactive || Date.now() - drawnAt < redrawMs) return
    drawnAt = Date.now()
    const count = `${String(done).padStart(4)}${total === undefined ? '' : `/${total}`}`
    context.stderr(`${clearLine}${count}  ${version === '*' ? 'service' : version}  ${id}`)
  }
  return { onStep, clear }
}
