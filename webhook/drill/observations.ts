import { windowText } from './judging/measure-window.js'
import type { DrillResult } from './run-drill.js'

const unseen =
  'No answer shows whether a duplicate is acted upon twice, whether every acknowledged event is acted upon, and whether a refused one is. --observe URL does, where the receiver says how many events it has acted upon.'

/** What was measured of a receiver, and what could not be seen, in sentences for the reader of a report. */
export function observationsOf({ measured, judged }: DrillResult): string[] {
  if (measured === undefined) return []
  const { rate, window } = measured
  const isUnseen = judged.some(
    ({ rule, outcome }) => rule.due === 'observed' && outcome.state === 'not-applicable',
  )
  return [
    ...(window === undefined ? [] : [`The receiver ${windowText(window)}.`]),
    ...(rate === undefined ? [] : [`The receiver ${rate}.`]),
    ...(isUnseen ? [unseen] : []),
  ]
}
