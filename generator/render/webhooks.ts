import type { EventModel, EventsModel } from '../model/event.js'
import type { OutputFile } from '../model/output.js'
import { memberName } from './literal.js'
import type { Templates } from './templates.js'

/** Where the validator of a unit is imported from, relative to the folder of the document. */
export type ImportOfUnit = (unit: string) => { readonly path: string; readonly exportName: string }

const rowOf = ({ type, isTold, body, message, validator }: EventModel, importOf: ImportOfUnit): object => {
  const { path, exportName } = validator === undefined ? {} : importOf(validator)
  return {
    key: memberName(type),
    name: JSON.stringify(type),
    body,
    told: isTold ? JSON.stringify(type) : 'unknown',
    message: message ?? `receivers.MessageOf<${body}>`,
    path: path === undefined ? undefined : JSON.stringify(path),
    exportName,
  }
}

/** Prints verification, receivers and types of the events of one document; nothing where it has no webhooks. */
export function renderWebhooks(
  { tag, events }: EventsModel,
  importOf: ImportOfUnit,
  templates: Templates,
): OutputFile[] {
  if (events.length === 0) return []
  const rows = events.map((event) => rowOf(event, importOf))
  const types = events.flatMap(({ body, message = '' }) => [body, message])
  const values = {
    rows,
    tag: JSON.stringify(tag),
    types: ['components', 'webhooks']
      .filter((name) => types.some((type) => type.includes(`${name}[`)))
      .join(', '),
  }
  return [
    { path: 'webhooks.js', content: templates.render('webhooks.js', values) },
    { path: 'webhooks.d.ts', content: templates.render('webhooks.d.ts', values) },
  ]
}
