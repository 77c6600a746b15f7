import { inData, type WrongSender } from './changes.js'
import type { Container } from './sending.js'

const shaped = (
  breaks: readonly string[],
  container: NonNullable<WrongSender['wrong']['container']>,
): WrongSender => ({
  breaks: breaks.map((rule) => `webhooks/${rule}`),
  wrong: { container },
})

/** Of one kind alone: of the others, further rules would miss what they judge. */
const ofOne =
  (change: (container: Container) => unknown): NonNullable<WrongSender['wrong']['container']> =>
  (container, { kind }) =>
    kind === 'new_autoramp' ? change(container) : container

const spelled = (change: (kind: string) => string): WrongSender =>
  shaped(['type'], (container, { kind }) => ({ ...container, type: change(kind) }))

/** Containers of another shape. */
export const wrongEnvelopes: Readonly<Record<string, WrongSender>> = {
  'writes data as text': shaped(
    ['container', 'customer-id'],
    ofOne((container) => ({ ...container, data: JSON.stringify(container['data']) })),
  ),
  'writes the message as text': shaped(
    ['container'],
    ofOne((container) =>
      inData((data) => ({ ...data, message: JSON.stringify(data['message']) }))(container),
    ),
  ),
  'sends a list of containers': shaped(['container'], (container) => [container]),
  'puts the container into another': shaped(
    ['container', 'customer-id'],
    ofOne((container) => ({ type: container['type'], event: container })),
  ),
  'writes types with hyphens': spelled((kind) => kind.replaceAll('_', '-')),
  'writes types in capitals': spelled((kind) => kind.toUpperCase()),
  'writes the timestamp in milliseconds': {
    breaks: ['webhooks/timestamp'],
    wrong: { timestamp: (seconds) => String(seconds * 1000) },
  },
  'writes the timestamp as a date': {
    breaks: ['webhooks/timestamp'],
    wrong: { timestamp: (seconds) => new Date(seconds * 1000).toISOString() },
  },
}
