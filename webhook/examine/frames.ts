import { textMistakes } from '../signing/ways.js'
import { type Reading, signed } from './mistakes.js'

/** The signed text around the body. */
export interface Frame {
  readonly before: string
  readonly after: string
}

/** Values of a delivery that frames are made from. */
export interface FrameParts {
  readonly timestamp: string
  readonly id: string | undefined
  /** The time in the body. */
  readonly bodyTime: string | undefined
}

/** Frames around the body: the right one first, then known mistakes. */
export function frameReadings({ timestamp, id, bodyTime }: FrameParts): readonly Reading<Frame>[] {
  const parts = { timestamp, id: id ?? '', time: bodyTime ?? '' }
  const wrong = textMistakes.flatMap(({ name, how, apply }) => {
    const text = apply(parts)
    return text === undefined
      ? []
      : [{ value: { before: text[0], after: text[1] }, mistake: signed(name, how) }]
  })
  return [{ value: { before: timestamp, after: '' } }, ...wrong]
}

/** The thousand times in milliseconds that round down to the header's second. */
export function millisecondFrames(timestamp: string): readonly Reading<Frame>[] {
  const mistake = signed('milliseconds', 'with a time in milliseconds, and the header is in seconds')
  return Array.from({ length: 1000 }, (_, ms) => ({
    value: { before: timestamp + String(ms).padStart(3, '0'), after: '' },
    mistake,
  }))
}
