import type { DrillRule } from './rule.js'
import { answerRules } from './answers.js'
import { acceptanceRules } from './acceptance.js'
import { bodyRules } from './bodies.js'
import { digestRules } from './digests.js'
import { observedRules } from './observed.js'
import { openRules } from './open.js'
import { sameMomentRules } from './same-moment.js'
import { seenBeforeRules } from './seen-before.js'
import { signatureRules } from './signatures.js'
import { timestampRules } from './timestamps.js'
import { transportRules } from './transport.js'

/** All rules of the drill, in the order of reports. */
export const drillCatalogue: readonly DrillRule[] = [
  ...acceptanceRules,
  ...digestRules,
  ...signatureRules,
  ...seenBeforeRules,
  ...bodyRules,
  ...timestampRules,
  ...transportRules,
  ...observedRules,
  ...openRules,
  ...sameMomentRules,
  ...answerRules,
]
