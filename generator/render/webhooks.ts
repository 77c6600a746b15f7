import type { DocumentModel } from '../model/document.js'
import type { EventModel } from '../model/event.js'
import type { OutputFile } from '../model/output.js'
import { memberName } from './literal.js'
import type { EventRow } from './template-model.js'
import type { Templates } from './templates.js'

const rowOf = ({ type, isTagged: isTold, body, message, validator }: EventModel): EventRow => ({
  key: memberName(type),
  name: JSON.stringify(type),
  body,
  tag: isTold ? JSON.stringify(type) : 'unknown',
  message: message ?? `runtime.MessageOf<${body}>`,
  validator,
})

/** Prints verification, receivers and types of the events of one document; nothing without webhooks. */
export function renderWebhooks(
  { events: { tag, events } }: Pick<DocumentModel, 'events'>,
  templates: Templates,
): OutputFile[] {
  if (events.length === 0) return []
  const types = events.flatMap(({ body, message = '' }) => [body, message])
  const values = {
    rows: events.map(rowOf),
    tag: JSON.stringify(tag),
    types: ['components', 'webhooks']
      .filter((name) => types.some((type) => type.includes(`${name}[`)))
      .join(', '),
  }
  return (['webhooks.js', 'webhooks.d.ts'] as const).map((path) => ({
    path,
    content: templates.render(path, values),
  }))
}
