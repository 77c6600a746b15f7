import type { DeliveryFactory } from '../sending/delivery-factory.js'
import { isTaken } from '../sending/delivery.js'
import type { Sender, SentDelivery } from '../sending/sender.js'
import { measureWindow, type Reach, type Window, windowText } from './measure-window.js'
import { type Outcome, type Violation, violation } from './outcome.js'

/** The measured window of a receiver, with its outcome. */
export interface JudgedWindow {
  readonly window: Window
  readonly outcome: Outcome
}

const day = 86_400
/** Twice the width in the examples, with time for the delivery. */
const wide = 605
/** Widths in milliseconds that are mistakenly compared with seconds. */
const thousandfold = [30, 60, 120, 180, 300, 600].map((seconds) => seconds * 1000)

const isThousandfold = ({ seconds, accuracy }: Reach): boolean =>
  thousandfold.some((width) => Math.abs(width - seconds) <= accuracy)

const widthViolations = (window: Window): Violation[] => {
  const message = `the receiver ${windowText(window)}; 5 minutes stand in the examples of the guide`
  return (['past', 'future'] as const).flatMap((side) => {
    const { seconds } = window[side]
    if (seconds === Infinity) return [{ key: `none-${side}`, message }]
    if (isThousandfold(window[side])) return [{ key: `thousandfold-${side}`, message }]
    return seconds > wide ? [{ key: `wide-${side}`, message }] : []
  })
}

const sendWith = async (
  factory: DeliveryFactory,
  sender: Sender,
  timestamp: string,
): Promise<{ isTaken: boolean; sent: SentDelivery }> => {
  const sent = await sender.send(() => factory.delivery({ timestamp }))
  return { isTaken: isTaken(sent.reply), sent }
}

/** An event of two days ago, delivered and signed now. */
const oldEvent = async (factory: DeliveryFactory, sender: Sender): Promise<Violation[]> => {
  const at = new Date(Date.now() - 2 * day * 1000)
  const sent = await sender.send(() =>
    factory.delivery({ body: JSON.stringify(factory.event(undefined, { at })) }),
  )
  if (isTaken(sent.reply)) return []
  const message =
    'an event that happened two days ago and is delivered now is refused: its own timestamp is judged'
  return [violation('container', message, sent)]
}

/** Finds another unit or clock by which a receiver judges timestamps, if it accepts any age in seconds. */
const otherUnit = async (factory: DeliveryFactory, sender: Sender): Promise<Violation[]> => {
  const inUnit = async (perSecond: number, digits: number): Promise<Violation[]> => {
    const at = (seconds: number): string =>
      String(Math.ceil((Date.now() / 1000 + seconds) * perSecond)).padStart(digits, '0')
    const far = [await sendWith(factory, sender, at(-2 * day)), await sendWith(factory, sender, at(2 * day))]
    const now = await sendWith(factory, sender, at(0))
    const refused = far.find((one) => !one.isTaken)
    if (!now.isTaken || !refused) return []
    const unit = perSecond === 1000 ? 'milliseconds' : 'thousands of seconds'
    return [
      violation(
        'other-unit',
        `a timestamp in ${unit} is judged by its time, and one in seconds is not`,
        refused.sent,
      ),
    ]
  }
  const found = [...(await inUnit(1000, 13)), ...(await inUnit(0.001, 10))]
  if (found.length > 0) return found
  const zero = await sendWith(factory, sender, '0000000000')
  const message =
    'a timestamp of any year is taken, and 0 is refused: it is compared with something that does not count seconds from 1970'
  return zero.isTaken ? [] : [violation('other-clock', message, zero.sent)]
}

/**
 * Measures the window of accepted timestamps, and judges whether it is too wide. If its width was given, other rules
 * judge its edges. @throws TimeOver.
 */
export async function judgeWindow(factory: DeliveryFactory, sender: Sender): Promise<JudgedWindow> {
  const window = await measureWindow(factory, sender)
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
