import type { WrongSender } from './changes.js'
import type { Webhook } from './sending.js'

const gets = (webhook: Webhook, topic: string): boolean => webhook.enabled && webhook.topics.includes(topic)

const withOperations = {
  'of its own': { operations: 'registering' },
  'of the user': { operations: 'changing' },
} as const

/** Webhooks that get other kinds than theirs. */
export const wrongSubscriptions: Readonly<Record<string, WrongSender>> = Object.fromEntries(
  Object.entries(withOperations).flatMap(([whose, sending]): [string, WrongSender][] => [
    [
      `sends every kind to a webhook ${whose}`,
      { breaks: ['webhooks/topics'], sending, wrong: { gets: ({ enabled }) => enabled } },
    ],
    [
      `sends all abilities to a webhook ${whose}`,
      {
        breaks: ['webhooks/topics'],
        sending,
        wrong: {
          gets: (webhook, topic) =>
            webhook.enabled && (gets(webhook, topic) || topic === 'CustomerFiatAbilities'),
        },
      },
    ],
    [
      `sends nothing to a webhook with one topic ${whose}`,
      {
        breaks: ['webhooks/topics'],
        sending,
        wrong: { gets: (webhook, topic) => gets(webhook, topic) && webhook.topics.length > 1 },
      },
    ],
    [
      `sends no ping to a webhook without its topic ${whose}`,
      {
        breaks: ['webhooks/ping-always'],
        sending,
        wrong: { pings: ({ topics }) => topics.includes('Ping') },
      },
    ],
    [
      `sends to a disabled webhook ${whose}`,
      {
        breaks: ['webhooks/disabled'],
        sending,
        wrong: { gets: ({ topics }, topic) => topics.includes(topic) },
      },
    ],
    [
      `lists topics in snake case for a webhook ${whose}`,
      {
        breaks: ['webhooks/topic-names'],
        sending,
        wrong: { topic: (topic) => topic.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase() },
      },
    ],
  ]),
)
