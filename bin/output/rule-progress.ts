import type { RuleResult } from '../../conformance/index.js'
import type { CommandContext } from '../process/context.js'
import { RedrawnLine } from './redrawn-line.js'

type EndedStep = Pick<RuleResult, 'id' | 'version'>

/**
 * Shows which rule was judged last.
 * @param total how many steps there are; undefined when that shows only at the end
 */
export function ruleProgress(
  context: CommandContext,
  total: number | undefined,
): { onStep: (step: EndedStep) => void; clear: () => void } {
  const line = new RedrawnLine(context)
  let done = 0
  const onStep = ({ id, version }: EndedStep): void => {
    done++
    const count = `${String(done).padStart(4)}${total === undefined ? '' : `/${total}`}`
    line.draw(`${count}  ${version === '*' ? 'service' : version}  ${id}`, done === total)
  }
  return { onStep, clear: () => line.clear() }
}
