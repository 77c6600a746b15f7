import { didYouMean, RampartError } from '../../../diagnostics/index.js'
import { wildcard } from '../../../document/index.js'
import { bodyRules } from './bodies.js'
import { eventRules } from './events.js'
import { openRules } from './open.js'
import { answerRules, observedRules } from './receiver.js'
import type { DrillRule } from './rule.js'
import { signatureRules } from './signatures.js'
import { timestampRules } from './timestamps.js'
import { transportRules } from './transport.js'

/** All rules of the drill, in the order of reports. */
export const drillCatalogue: readonly DrillRule[] = [
  ...eventRules,
  ...signatureRules,
  ...bodyRules,
  ...timestampRules,
  ...transportRules,
  ...answerRules,
  ...observedRules,
  ...openRules,
]

/** Ids of the rules that patterns select. @throws RampartError DRILL_RULES_UNKNOWN for one without any */
export function rulesChosen(patterns: readonly string[] | undefined): readonly string[] {
  const ids = drillCatalogue.map(({ id }) => id)
  if (patterns === undefined) return ids
  const unknown = patterns.filter((pattern) => !ids.some((id) => wildcard(pattern).test(id)))
  const lines = unknown.map((name) => `no rule is named "${name}"${didYouMean(name, ids)}`)
  if (lines.length > 0) throw new RampartError('DRILL_RULES_UNKNOWN', { message: lines.join('\n') })
  return ids.filter((id) => patterns.some((pattern) => wildcard(pattern).test(id)))
}
