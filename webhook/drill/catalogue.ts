import type { DrillRule } from './rule.js'
import { acceptanceRules } from './rules/acceptance.js'
import { bodyRules } from './rules/bodies.js'
import { digestRules } from './rules/digests.js'
import { openRules } from './rules/open.js'
import { signatureRules } from './rules/signatures.js'
import { timestampRules } from './rules/timestamps.js'
import { transportRules } from './rules/transport.js'

/** Every rule of the drill, in the order in which they are judged: what may wear a receiver out comes last. */
export const drillCatalogue: readonly DrillRule[] = [
  ...acceptanceRules,
  ...digestRules,
  ...signatureRules,
  ...bodyRules,
  ...timestampRules,
  ...transportRules.filter(({ due }) => due !== 'at-once'),
  ...openRules,
  ...transportRules.filter(({ due }) => due === 'at-once'),
]
