import type { DocumentModel } from '../model/document.js'
import type { OutputFile } from '../model/output.js'
import { renderClient } from './client.js'
import type { CompiledBefore } from './compiled-before.js'
import { commentText, literal } from './literal.js'
import type { Templates } from './templates.js'
import { ValidatorRenderer } from './validators.js'
import { renderWebhooks } from './webhooks.js'

const quoted = (names: readonly string[]): string => names.map((name) => JSON.stringify(name)).join(' | ')

/** A union of names, one a line: those of the base but the removed ones, and its own. */
const union = (own: readonly string[], base: string, removed: readonly string[]): string => {
  const others = removed.length === 0 ? base : `Exclude<${base}, ${quoted(removed)}>`
  const members = [...(base === '' ? [] : [others]), ...own.map((name) => JSON.stringify(name))]
  return members.length === 0 ? 'never' : members.map((member) => `\n  | ${member}`).join('')
}

/** A table of rows: that of the base with changes, where there is a base. */
const table = (own: string, base: string, removed: readonly string[]): string =>
  base === '' ? own : `/* @__PURE__ */ extend(${base}, ${JSON.stringify(removed)}, ${own})`

/** What the templates of one document are given. */
const valuesOf = (model: DocumentModel): Record<'operations' | 'surface' | 'schemas', object> => {
  const { base } = model
  const from = (name: string): string => (base ? `base.${name}` : '')
  const removed = base?.removed ?? { operations: [], webhooks: [], schemas: [] }
  const path = (file: string): string | undefined => base && JSON.stringify(`../${base.name}/${file}.js`)
  return {
    operations: {
      base: path('operations'),
      operations: table(literal(model.operations, 3), from('operations'), removed.operations),
      webhooks: table(literal(model.webhooks, 3), from('webhooks'), removed.webhooks),
      securitySchemes: literal(model.securitySchemes, 1),
      operationIds: union(Object.keys(model.operations), from('OperationId'), removed.operations),
      webhookIds: union(Object.keys(model.webhooks), from('WebhookId'), removed.webhooks),
    },
    surface: {
      version: JSON.stringify(model.name),
      title: JSON.stringify(model.title),
      comment: commentText(`${model.title}, ${model.name}`),
      sha256: JSON.stringify(model.sha256),
    },
    schemas: {
      base: path('schemas'),
      schemas: table(literal(model.schemas, 3), from('schemas'), removed.schemas),
      validators: table(literal(model.schemaValidators, 1), from('schemaValidators'), removed.schemas),
      names: union(Object.keys(model.schemas), from('SchemaName'), removed.schemas),
    },
  }
}

/** Prints everything of one document but its types, into a folder of the document's name. */
export function renderDocument(
  model: DocumentModel,
  templates: Templates,
  before: CompiledBefore,
): OutputFile[] {
  const { operations, surface, schemas } = valuesOf(model)
  const validators = new ValidatorRenderer(templates, model, before)
  const print = (path: string, template: Parameters<Templates['render']>[0], values: object): OutputFile => ({
    path,
    content: templates.render(template, values),
  })
  const files = [
    print('operations.js', 'operations.js', operations),
    print('operations.d.ts', 'operations.d.ts', operations),
    print('schemas.js', 'schemas.js', schemas),
    print('schemas.d.ts', 'schemas.d.ts', schemas),
    print('index.js', 'surface.js', surface),
    print('index.d.ts', 'surface.d.ts', surface),
    ...validators.render(),
    ...renderWebhooks(model, (unit) => validators.importOf(unit), templates),
  ]
  const below = (file: OutputFile): OutputFile => ({ ...file, path: `${model.name}/${file.path}` })
  return [...files.map(below), ...renderClient(model, templates)]
}
