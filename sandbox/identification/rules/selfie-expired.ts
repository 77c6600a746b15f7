import { monthsBefore, parseMoment } from '../submission/timestamps.js'
import { onPerson, refuse } from './rule.js'

const months = 6

/**
 * The selfie of a Person is more than 6 calendar months old, counted in UTC days; exactly 6 months is still valid.
 */
export const selfieExpired = onPerson(({ identity: { selfieCollectedAt = '' } }, { now }) => {
  const collected = parseMoment(selfieCollectedAt)
  return collected !== undefined && collected < monthsBefore(now, months)
    ? refuse('selfie_expired', `the selfie is older than ${months} months`)
    : []
})
