import type { RuleResult } from '../../conformance/index.js'
import type { CommandContext } from '../context.js'

const redrawMs = 80
const clearLine = '\r\u001B[2K'

/** Shows on a terminal which rule was judged last; says nothing anywhere else. */
export function ruleProgress(
  context: CommandContext,
  total: number,
): { onResult: (result: RuleResult) => void; clear: () => void } {
  let done = 0
  let drawnAt = 0
  const clear = (): void => {
    if (drawnAt > 0) context.stderr(clearLine)
    drawnAt = 0
  }
  const onResult = ({ id, version }: RuleResult): void => {
    done++
    if (!context.interactive || Date.now() - drawnAt < redrawMs) return
    drawnAt = Date.now()
    context.stderr(
      `${clearLine}${String(done).padStart(4)}/${total}  ${version === '*' ? 'service' : version}  ${id}`,
    )
  }
  return { onResult, clear }
}
