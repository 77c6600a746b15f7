import type { Event } from './hand-made.js'
import { type Wrong, wrong } from './wrong-receiver.js'

const textOf = ({ type }: Event): string => String(type)

/** Takes types of one spelling alone, which is that of a single word as well. */
const spelling = (isFine: (type: string) => boolean) => ({
  handle: (event: Event) => (isFine(textOf(event)) ? 200 : 422),
})

/** Receivers that refuse some kinds for one cause. */
export const ofKinds: readonly Wrong[] = [
  wrong(
    'takes a kilobyte',
    { handle: (_, { headers }) => (Number(headers['content-length']) > 1024 ? 413 : 200) },
    'every-kind',
    'body-limit',
  ),
  wrong(
    'breaks at more than a kilobyte',
    { handle: (_, { headers }) => (Number(headers['content-length']) > 1024 ? 500 : 200) },
    'every-kind uncaught-exception',
    'body-limit',
  ),
  wrong(
    'refuses its largest kind',
    { handle: (event) => (textOf(event) === 'customer_fiat_abilities' ? 422 : 200) },
    'every-kind',
    'kind-refused',
    { rules: ['receiver/every-kind'] },
  ),
  ...(
    [
      ['hyphens', /^[a-z-]+$/],
      ['dots', /^[a-z.]+$/],
      ['capitals within', /^[A-Za-z]+$/],
    ] as const
  ).map(([name, pattern]) =>
    wrong(
      `expects types with ${name}`,
      spelling((type) => pattern.test(type)),
      'every-kind',
      'type-spelling',
      { rules: ['receiver/every-kind', 'receiver/out-of-order'] },
    ),
  ),
  wrong(
    'refuses what is older than the last event of its customer',
    () => {
      const last = new Map<unknown, number>()
      return {
        handle: (event) => {
          const whom = event.data?.customer_id
          const at = Date.parse(String(Object.entries(event).find(([name]) => name === 'timestamp')?.[1]))
          // Events of the same moment overtake each other on the way, also where order is demanded.
          if (at < (last.get(whom) ?? 0) - 30_000) return 409
          last.set(whom, at)
          return 200
        },
      }
    },
    'out-of-order',
    'time-order-demanded',
    { rules: ['receiver/every-kind', 'receiver/out-of-order', 'receiver/same-moment'] },
  ),
  wrong(
    'sends fewer bytes than it says',
    { page: () => ({ text: 'ok', headers: { 'content-length': '100' } }) },
    'every-kind',
    'cut-answer',
  ),
]
