import type { Baseline } from '../../conformance/index.js'
import { didYouMean, type InputProblem } from '../../diagnostics/index.js'
import { isObject } from '../../document/index.js'
import { type InputKind, readInput } from '../input/read-input.js'

/** Entries that name a rule that there is not: they would never let anything pass. */
const strangeRules = (value: unknown, ids: readonly string[]): readonly InputProblem[] => {
  const entries: unknown = isObject(value) ? value['findings'] : undefined
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry: unknown, index): readonly InputProblem[] => {
    const rule = isObject(entry) ? entry['rule'] : undefined
    if (typeof rule !== 'string' || rule === '' || ids.includes(rule)) return []
    return [
      {
        pointer: `/findings/${index}/rule`,
        message: `there is no rule "${rule}"${didYouMean(rule, ids)}`,
        fix: '"rampart rules" lists the rules; take the entry out if its rule is gone.',
      },
    ]
  })
}

/**
 * Reads a baseline file.
 * @param ids of the rules that there are
 * @throws RampartError BASELINE_INVALID.
 */
export function readBaseline(cwd: string, path: string, ids: readonly string[]): Promise<Baseline> {
  const kind: InputKind = {
    code: 'BASELINE_INVALID',
    schema: 'conformance/reports/baseline.schema.json',
    more: (value) => strangeRules(value, ids),
  }
  return readInput(cwd, path, kind)
}
