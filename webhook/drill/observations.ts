import { windowText } from './judging/measure-window.js'
import type { Measured } from './run-rules.js'
import type { DrillResult } from './run-drill.js'

const unseen =
  'No answer shows whether a duplicate is acted upon twice, whether every acknowledged event is acted upon, and whether a refused one is. --observe URL does, where the receiver says how many events it has acted upon.'

const unsentText = ({ cases, seconds }: NonNullable<Measured['unsent']>): string =>
  `For want of time ${cases === 1 ? '1 further case was' : `${cases} further cases were`} not sent: --for ${seconds} sends all.`

/** Measurements of a receiver, and what could not be observed, in sentences for the report. */
export function observationsOf({ measured, judged }: DrillResult): string[] {
  if (measured === undefined) return []
  const { window, unsent } = measured
  const isUnseen = judged.some(
    ({ rule, outcome }) => rule.due === 'observed' && outcome.state === 'not-applicable',
  )
  return [
    ...(window === undefined ? [] : [`The receiver ${windowText(window)}.`]),
    ...(unsent === undefined ? [] : [unsentText(unsent)]),
    ...(isUnseen ? [unseen] : []),
  ]
}
