import { type Outcome, violation, type Violation } from '../rules/rule.js'
import type { DeliveryFactory } from '../sending/delivery.js'
import { isAcknowledged } from '../../delivery/delivery.js'
import type { Sender } from '../sending/sender.js'

/** The accepted distance of a timestamp from now in one direction, in seconds; Infinity when it is unlimited. */
export interface Reach {
  readonly seconds: number
  /** The true value is within this many seconds. */
  readonly accuracy: number
}

export interface Window {
  readonly past: Reach
  readonly future: Reach
}

/** Common widths, of which a receiver most likely has one. */
const usual = [
  5, 10, 15, 30, 60, 120, 180, 300, 600, 900, 1200, 1800, 3600, 7200, 10_800, 18_000, 21_600, 43_200, 86_400,
  172_800, 300_000, 604_800, 2_592_000, 31_536_000, 315_360_000,
] as const

// Clocks differ by a second, and a delivery takes a moment.
const slack = 2
const exact = 0.05
const sideBySide = 8
const mostRounds = 12

interface Bounds {
  /** The oldest accepted timestamp. */
  readonly low: number
  /** The youngest refused one; Infinity when none was. */
  readonly high: number
}

/** Evenly spread values of a list; for a count of one the middle. */
const spread = (values: readonly number[], count: number): number[] => {
  if (values.length <= count) return [...values]
  const at = (index: number): number => Math.floor(((index + 1) * values.length) / (count + 1))
  return Array.from({ length: count }, (_, index) => values[at(index)] ?? 0)
}

const between = ({ low, high }: Bounds, count: number): number[] => {
  const steps = Array.from({ length: count }, (_, index) => (index + 1) / (count + 1))
  const from = Math.max(1, low)
  const values = steps.map((step) => Math.round(from * (high / from) ** step))
  return [...new Set(values)].filter((value) => value > low && value < high)
}

/** The next widths to try: common ones first, then any between the bounds. */
const candidates = (bounds: Bounds, count: number): number[] => {
  const { low, high } = bounds
  const coarse = usual.map((width) => width + slack).filter((width) => width > low && width < high)
  if (coarse.length > 0) return spread(coarse, count)
  if (high === Infinity) return []
  const chosen = usual.find((width) => width + slack === high)
  if (chosen !== undefined && low < chosen - slack) return [chosen - slack]
  return high - low <= Math.max(2 * slack, exact * high) ? [] : between(bounds, count)
}

const reachOf = ({ low, high }: Bounds): Reach => {
  if (high === Infinity) return { seconds: Infinity, accuracy: 0 }
  return { seconds: Math.round((low + high) / 2), accuracy: Math.ceil((high - low) / 2) }
}

/** Measures the accepted age or lead of timestamps: to a few seconds for a common width, and to 5 % otherwise. */
const reach = async (sign: 1 | -1, factory: DeliveryFactory, sender: Sender): Promise<Reach> => {
  let bounds: Bounds = { low: 0, high: Infinity }
  const count = sender.width > 1 ? sideBySide : 1
  for (let round = 0; round < mostRounds; round++) {
    const next = candidates(bounds, count)
    if (next.length === 0) break
    const answers = await sender.each(next, async (seconds) => {
      const { reply } = await sender.settle(() => factory.delivery({ timestamp: sign * seconds }))
      return { seconds, taken: isAcknowledged(reply) }
    })
    const secondsOf = (isTaken: boolean): number[] =>
      answers.flatMap(({ seconds, taken }) => (taken === isTaken ? [seconds] : []))
    const high = Math.min(bounds.high, ...secondsOf(false))
    const low = Math.max(bounds.low, ...secondsOf(true).filter((seconds) => seconds < high))
    bounds = { low, high }
  }
  return reachOf(bounds)
}

/** A width in words: `300 s`, or `any number of seconds`. */
const reachText = ({ seconds, accuracy }: Reach): string => {
  if (seconds === Infinity) return 'any number of seconds'
  const about = accuracy > slack ? 'about ' : ''
  return `${about}${seconds.toLocaleString('en')} s`
}

/** The window in words, such as `accepts timestamps up to 300 s old and 300 s ahead`. */
export function windowText({ past, future }: Window): string {
  if (past.seconds === Infinity && future.seconds === Infinity)
    return 'accepts timestamps of any age and any future'
  return `accepts timestamps up to ${reachText(past)} old and ${reachText(future)} ahead`
}

const day = 86_400
/** Twice the width in the examples, with time for the delivery. */
const wide = 605
/** Widths in milliseconds that are mistakenly compared with seconds. */
const thousandfold = [30, 60, 120, 180, 300, 600].map((seconds) => seconds * 1000)

const isThousandfold = ({ seconds, accuracy }: Reach): boolean =>
  thousandfold.some((width) => Math.abs(width - seconds) <= accuracy)

const widthViolations = (window: Window): Violation[] => {
  const message = `the receiver ${windowText(window)}; the examples of the guide have 5 minutes`
  return (['past', 'future'] as const).flatMap((side) => {
    const { seconds } = window[side]
    if (seconds === Infinity) return [{ key: `none-${side}`, message }]
    if (isThousandfold(window[side])) return [{ key: `thousandfold-${side}`, message }]
    return seconds > wide ? [{ key: `wide-${side}`, message }] : []
  })
}

const sendWith = async (factory: DeliveryFactory, sender: Sender, timestamp: string) => {
  const sent = await sender.settle(() => factory.delivery({ timestamp }))
  return { isTaken: isAcknowledged(sent.reply), sent }
}

/** An event of two days ago, delivered and signed now. */
const oldEvent = async (factory: DeliveryFactory, sender: Sender): Promise<Violation[]> => {
  const at = new Date(Date.now() - 2 * day * 1000)
  const make = () => factory.delivery({ body: JSON.stringify(factory.event(undefined, { at })) })
  const sent = await sender.settle(make)
  if (isAcknowledged(sent.reply)) return []
  const message = 'an event of two days ago that is delivered now is refused: its own timestamp is judged'
  return [violation('container', message, sent)]
}

/** Finds another unit or clock by which a receiver judges timestamps, if it accepts any age in seconds. */
const otherUnit = async (factory: DeliveryFactory, sender: Sender): Promise<Violation[]> => {
  const inUnit = async (key: string, unit: string, spell: (ms: number) => string): Promise<Violation[]> => {
    const at = (seconds: number): string => spell(Date.now() + seconds * 1000)
    const far = [await sendWith(factory, sender, at(-2 * day)), await sendWith(factory, sender, at(2 * day))]
    const now = await sendWith(factory, sender, at(0))
    const refused = far.find((one) => !one.isTaken)
    if (!now.isTaken || !refused) return []
    const message = `a timestamp ${unit} is judged by its time, and one in seconds is not`
    return [violation(key, message, refused.sent)]
  }
  const inThousands = (ms: number): string => String(Math.ceil(ms / 1e6)).padStart(10, '0')
  const found = [
    ...(await inUnit('other-unit', 'in milliseconds', String)),
    ...(await inUnit('other-unit', 'in thousands of seconds', inThousands)),
    ...(await inUnit('date-text', 'that is the text of a date', (ms) => new Date(ms).toISOString())),
  ]
  if (found.length > 0) return found
  const zero = await sendWith(factory, sender, '0000000000')
  const message =
    'a timestamp of any year is accepted and 0 is refused: it is compared with a clock that does not count seconds from 1970'
  return zero.isTaken ? [] : [violation('other-clock', message, zero.sent)]
}

/** Measures the window of accepted timestamps, and judges whether it is too wide, unless it was given. @throws TimeOver */
export async function judgeWindow(
  factory: DeliveryFactory,
  sender: Sender,
): Promise<{ readonly window: Window; readonly outcome: Outcome }> {
  const window = { past: await reach(-1, factory, sender), future: await reach(1, factory, sender) }
  const { tolerance } = factory.settings
  const container = await oldEvent(factory, sender)
  const isOpen = window.past.seconds === Infinity
  const unit = isOpen && container.length === 0 ? await otherUnit(factory, sender) : []
  const widths = tolerance === undefined ? widthViolations(window) : []
  const violations = [...container, ...unit, ...widths]
  const notes = [`the receiver ${windowText(window)}`]
  if (violations.length === 0) return { window, outcome: { state: 'passed', notes } }
  return { window, outcome: { state: 'failed', violations, notes } }
}
