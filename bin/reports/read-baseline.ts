import { type Baseline, catalogue } from '../../conformance/index.js'
import { didYouMean, type InputProblem } from '../../diagnostics/index.js'
import { isObject } from '../../document/index.js'
import { exploreRules } from '../../explore/index.js'
import { type InputKind, readInput } from '../input/read-input.js'

const ids: readonly string[] = [...catalogue.map(({ id }) => id), ...Object.keys(exploreRules)]

/** Entries that name a rule that there is not: they would never let anything pass. */
const strangeRules = (value: unknown): readonly InputProblem[] => {
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

const baseline: InputKind = {
  code: 'BASELINE_INVALID',
  schema: 'conformance/reports/baseline.schema.json',
  more: strangeRules,
}

/**
 * Reads a baseline file.
 * @throws RampartError BASELINE_INVALID.
 */
export function readBaseline(cwd: string, path: string): Promise<Baseline> {
  return readInput(cwd, path, baseline)
}
