import { monthsBefore, parseMoment } from '../submission/timestamps.js'
import { onPerson, refuse } from './rule.js'

const months = 6

/** The selfie of a Person is older than 6 calendar months, counted in days of UTC; the day itself is in time. */
export const selfieExpired = onPerson(({ identity: { selfieCollectedAt = '' } }, { now }) => {
  const collected = parseMoment(selfieCollectedAt)
  return collected !== undefined && collected < monthsBefore(now, months)
    ? refuse('selfie_expired', `the selfie is older than ${months} months`)
    : []
})
