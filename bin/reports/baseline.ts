import { baselineOf, type Report, type Baseline } from '../../conformance/index.js'
import type { CommandContext } from '../process/context.js'
import { writeNamed } from '../output/write-files.js'
import { counted } from '../../reporting/index.js'
import { didYouMean, type InputProblem } from '../../diagnostics/index.js'
import { isObject } from '../../document/index.js'
import { type InputKind, readInput } from '../input/read-input.js'

const daysGiven = 30
const dayMs = 24 * 60 * 60 * 1000

/** Writes the findings of a report as a baseline that accepts them for a month. */
export async function writeBaseline(report: Report, path: string, context: CommandContext): Promise<void> {
  const expires = new Date(Date.now() + daysGiven * dayMs).toISOString().slice(0, 10)
  const baseline = baselineOf(report, 'not explained yet', expires)
  await writeNamed(context.cwd, path, `${JSON.stringify(baseline, undefined, 2)}\n`)
  const count = baseline.findings.length
  context.stderr(
    `Baseline: ${path} lets ${counted(count, 'finding')} pass until ${expires}; give each its reason.\n`,
  )
}

/** Entries of unknown rules, which would accept no finding. */
const unknownRules = (value: unknown, ids: readonly string[]): readonly InputProblem[] => {
  const entries: unknown = isObject(value) ? value['findings'] : undefined
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry: unknown, index): readonly InputProblem[] => {
    const rule = isObject(entry) ? entry['rule'] : undefined
    if (typeof rule !== 'string' || rule === '' || ids.includes(rule)) return []
    return [
      {
        pointer: `/findings/${index}/rule`,
        message: `there is no rule "${rule}"${didYouMean(rule, ids)}`,
        fix: '"npx rampart rules" lists the rules; remove the entry if its rule is gone.',
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
    more: (value) => unknownRules(value, ids),
  }
  return readInput(cwd, path, kind)
}
