import { type Mistake, mistake, type Reading } from './mistakes.js'

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

const separators: readonly (readonly [string, string])[] = [
  ['.', 'a full stop'],
  [':', 'a colon'],
  [',', 'a comma'],
  [';', 'a semicolon'],
  [' ', 'a space'],
  ['\n', 'a line feed'],
  ['\r\n', 'a line end'],
  ['\t', 'a tab'],
  ['|', 'a bar'],
  ['-', 'a hyphen'],
  ['_', 'an underscore'],
  ['/', 'a slash'],
  ['+', 'a plus sign'],
  ['&', 'an ampersand'],
  ['=', 'an equals sign'],
  ['\0', 'a zero byte'],
]

const reading = (before: string, after: string, wrong?: Mistake): Reading<Frame> => ({
  value: { before, after },
  ...(wrong && { mistake: wrong }),
})

const withSeparator = (timestamp: string): Reading<Frame>[] =>
  separators.flatMap(([text, name]) => [
    reading(
      timestamp + text,
      '',
      mistake('separator', `${name} was signed between the timestamp and the body`),
    ),
    reading(
      '',
      text + timestamp,
      mistake('order', `the body was signed first, then ${name} and the timestamp`),
    ),
  ])

const withId = (timestamp: string, id: string): Reading<Frame>[] => [
  reading(
    `${id}.${timestamp}.`,
    '',
    mistake(
      'id-included',
      'webhook-id, timestamp and body were signed with full stops between, as in Standard Webhooks',
    ),
  ),
  ...['', '.', ':', '\n', '|'].flatMap((text) => [
    reading(
      `${id}${text}${timestamp}${text}`,
      '',
      mistake('id-included', 'webhook-id was signed before the timestamp'),
    ),
    reading(
      `${timestamp}${text}${id}${text}`,
      '',
      mistake('id-included', 'webhook-id was signed after the timestamp'),
    ),
    reading(`${id}${text}`, '', mistake('id-included', 'webhook-id was signed instead of the timestamp')),
  ]),
]

/** The same second in other formats than the ten digits of the header. */
const otherTimes = ({ timestamp, bodyTime }: FrameParts): Reading<Frame>[] => {
  const other = mistake(
    'signed-other-time',
    'another form of the time was signed than that of webhook-timestamp',
  )
  const seconds = Number(timestamp)
  const iso = /^\d{10}$/.test(timestamp) ? new Date(seconds * 1000).toISOString() : undefined
  const texts =
    iso === undefined ? [] : [iso, iso.replace('.000Z', 'Z'), `${timestamp}.0`, seconds.toString(16)]
  const own = bodyTime === undefined ? [] : [bodyTime]
  const cut = /^\d{13}$/.test(timestamp)
    ? [
        reading(
          timestamp.slice(0, 10),
          '',
          mistake('signed-other-time', 'seconds were signed, and the header is in milliseconds'),
        ),
      ]
    : []
  return [...cut, ...[...texts, ...own].map((text) => reading(text, '', other))]
}

/** Frames around the body: the right one first, then known mistakes. */
export function frameReadings(parts: FrameParts): readonly Reading<Frame>[] {
  const { timestamp, id } = parts
  return [
    reading(timestamp, ''),
    ...withSeparator(timestamp),
    ...(id === undefined ? [] : withId(timestamp, id)),
    reading('', '', mistake('timestamp-left-out', 'the body was signed without the timestamp')),
    reading('', timestamp, mistake('order', 'the body was signed first and the timestamp behind it')),
    ...otherTimes(parts),
  ]
}

/** The thousand times in milliseconds that round down to the header's second. */
export function millisecondFrames(timestamp: string): readonly Reading<Frame>[] {
  const wrong = mistake(
    'signed-milliseconds',
    'a time in milliseconds was signed, and the header is in seconds',
  )
  return Array.from({ length: 1000 }, (_, ms) => reading(timestamp + String(ms).padStart(3, '0'), '', wrong))
}
