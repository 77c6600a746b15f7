import type { Base, DocumentModel } from '../model/document.js'
import type { OutputFile } from '../model/output.js'
import { wholeTable } from '../series/ancestor.js'
import { type ClientView, clientView } from './client-view.js'
import { commentText, literal, unionOf } from './literal.js'
import { changedRows, tableNames } from './table-rows.js'
import type { Templates } from './templates.js'

// The table as what differs from that of the base: equal entries are inherited, and removed ones taken out.
const tableOn = ({ name, tables }: Base, operations: ClientView['operations']) => {
  const before = clientView({ name, ...tables }).operations
  const gone = Object.keys(before).filter((id) => !Object.hasOwn(operations, id))
  const rows = literal(changedRows(operations, before), 1).slice(1, -1).trimStart()
  return {
    base: JSON.stringify(`../${name}/client.js`),
    removed: gone.map((id, index) => `[${JSON.stringify(id)}]: _${index}`).join(', '),
    operations: `{\n  ...${gone.length > 0 ? 'kept' : 'base'},\n${rows === '' ? '' : `  ${rows}`}}`,
  }
}

/** Prints the client of one document, into the document's folder; on top of that of the version before. */
export function renderClient(model: DocumentModel, templates: Templates): OutputFile[] {
  const { base } = model
  const whole = wholeTable(model.operations, base?.tables.operations, tableNames(model, 'operations'))
  const { service, operations, extras, managed, wantsVersion } = clientView({ ...model, operations: whole })
  const table = base
    ? tableOn(base, operations)
    : { base: undefined, removed: undefined, operations: literal(operations, 1) }
  const values = {
    ...table,
    comment: commentText(`${model.title}, ${model.name}`),
    service: literal(service, 1),
    extras,
    managed: unionOf(managed),
    schemes: unionOf(Object.keys(service.schemes)),
    needsBaseUrl: service.server === undefined,
    wantsVersion,
  }
  return [
    { path: `${model.name}/client.js`, content: templates.render('client.js', values) },
    { path: `${model.name}/client.d.ts`, content: templates.render('client.d.ts', values) },
  ]
}

/** Prints the client that pins a version per call, for documents of these names. */
export function renderVersionedClient(names: readonly string[], templates: Templates): OutputFile[] {
  const rows = names.map((name, index) => ({
    key: JSON.stringify(name),
    alias: `V${index + 1}`,
    path: JSON.stringify(`./${name}/client.js`),
  }))
  return [
    { path: 'client.js', content: templates.render('versioned-client.js', { rows }) },
    { path: 'client.d.ts', content: templates.render('versioned-client.d.ts', { rows }) },
  ]
}
