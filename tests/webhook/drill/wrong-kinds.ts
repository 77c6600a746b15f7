import { type Event, type Parts, type Receivers, wrongIn } from './hand-made.js'

const textOf = ({ type }: Event): string => String(type)

/** Accepts types in one spelling only, which single words have as well. */
const spelled = (pattern: RegExp): Partial<Parts> => ({
  handle: (event) => (pattern.test(textOf(event)) ? 200 : 422),
})

/** Refuses an event that happened before the last one of the same group. */
const ordered =
  (groupOf: (event: Event) => unknown, slackMs = 30_000) =>
  (): Partial<Parts> => {
    const last = new Map<unknown, number>()
    return {
      handle: (event) => {
        const group = groupOf(event)
        const at = Date.parse(String(Object.entries(event).find(([name]) => name === 'timestamp')?.[1]))
        // Simultaneous events may overtake each other on the way, even where order is required.
        if (at <= (last.get(group) ?? 0) - slackMs) return 409
        last.set(group, at)
        return 200
      },
    }
  }

/** Receivers that refuse some kinds for one cause. */
export const ofKinds: Receivers = {
  ...wrongIn('handle', {
    'takes a kilobyte': (_, { headers }) => (Number(headers['content-length']) > 1024 ? 413 : 200),
    'breaks at more than a kilobyte': (_, { headers }) =>
      Number(headers['content-length']) > 1024 ? 500 : 200,
    'refuses its largest kind': (event) => (textOf(event) === 'customer_fiat_abilities' ? 422 : 200),
  }),
  'expects types with dots': spelled(/^[a-z.]+$/),
  'expects types with capitals within': spelled(/^[A-Za-z]+$/),
  'refuses what is older than the last event of its customer': ordered(({ data }) => data?.customer_id),
  'refuses what is older than the last event of all customers': ordered(() => 'all'),
  'refuses what is not newer than the last event of its customer': ordered(
    ({ data }) => data?.customer_id,
    0,
  ),
  'sends fewer bytes than it says': { page: () => ({ text: 'ok', headers: { 'content-length': '100' } }) },
}
