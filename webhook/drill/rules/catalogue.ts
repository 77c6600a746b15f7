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
