import type { Colors } from '../../process/colors.js'
import { shown } from '../escape.js'
import type { KeptForward } from './kept.js'

/** Everything that is told of one delivery. */
export interface Told {
  readonly number: number
  readonly time: string
  readonly type: string | undefined
  readonly messageType: string | undefined
  readonly customerId: string | undefined
  readonly messageId: string | undefined
  readonly webhookId: string | undefined
  readonly bytes: number
  readonly verdict: string
  /** Seconds from the timestamp to the arrival. */
  readonly age: number | undefined
  readonly answered: number
  /** Milliseconds from the head of the request to the answer. */
  readonly ms: number
  readonly forward: KeptForward | undefined
  /** True for a kind that --events leaves out. */
  readonly isIgnored: boolean
  /** Number of an earlier delivery of the same content. */
  readonly duplicateOf: number | undefined
  /** What the document finds wrong. */
  readonly problems: readonly string[]
  readonly isKept: boolean
}

const forwardText = ({ state, status, reason }: KeptForward): string => {
  if (state === 'answered') return `target ${status ?? ''}`
  return state === 'waiting' ? `kept for the target: ${reason ?? ''}` : `not forwarded: ${reason ?? ''}`
}

const verdictText = (verdict: string, colors: Colors): string => {
  if (verdict === 'valid') return colors.green('valid')
  return verdict === 'not verified' ? colors.yellow('not verified') : colors.red(`not valid: ${verdict}`)
}

const agoText = (age: number | undefined): string =>
  age === undefined ? '' : `signed ${Math.abs(Math.round(age))} s ${age < -0.5 ? 'ahead' : 'ago'}`

/** One delivery as a line for a terminal, in UTC; what the document finds wrong stands below. */
export function deliveryText(told: Told, colors: Colors): string {
  const parts = [
    `#${told.number}`,
    told.time.slice(11, 23),
    colors.bold(shown(told.type ?? 'no type', 60)),
    told.messageType ?? '',
    told.customerId === undefined ? '' : `customer ${shown(told.customerId, 60)}`,
    verdictText(told.verdict, colors),
    agoText(told.age),
    `answered ${told.answered} in ${Math.round(told.ms)} ms`,
    told.forward ? forwardText(told.forward) : '',
    told.isIgnored ? 'not among --events' : '',
    told.duplicateOf === undefined ? '' : `same as #${told.duplicateOf}`,
    told.isKept ? '' : 'not kept',
  ]
  const problems = told.problems.map((problem) => `    ${colors.dim(shown(problem, 300))}\n`)
  return `${parts.filter((part) => part !== '').join('  ')}\n${problems.join('')}`
}

/** An event of the listener as a line of JSON. */
export const eventJson = (event: string, members: object): string =>
  `${JSON.stringify({ event, ...members })}\n`

/** One delivery as a line of JSON. */
export function deliveryJson(told: Told): string {
  const { verdict, ms, age, isIgnored: ignored, isKept: kept, ...rest } = told
  const rounded = {
    ms: Math.round(ms * 10) / 10,
    age: age === undefined ? undefined : Math.round(age * 10) / 10,
  }
  return eventJson('delivery', { ...rest, verdict, ...rounded, ignored, kept })
}
