import type { DocumentModel } from '../model/document.js'
import type { OutputFile } from '../model/output.js'
import { commentText, literal } from './literal.js'
import type { Templates } from './templates.js'
import { ValidatorRenderer } from './validators.js'
import { renderWebhooks } from './webhooks.js'

const union = (names: readonly string[]): string =>
  names.length === 0 ? 'never' : names.map((name) => `\n  | ${JSON.stringify(name)}`).join('')

const importOf = ({ units }: DocumentModel, name: string): { path: string; exportName: string } => {
  const unit = units.find((one) => one.name === name)
  return { path: `./validators/${unit?.module}.js`, exportName: unit?.exportName ?? 'default' }
}

/** Prints everything of one document but its types, into a folder of the document's name. */
export function renderDocument(model: DocumentModel, templates: Templates): OutputFile[] {
  const operations = {
    operations: literal(model.operations, 3),
    webhooks: literal(model.webhooks, 3),
    securitySchemes: literal(model.securitySchemes, 1),
    operationIds: union(Object.keys(model.operations)),
    webhookIds: union(Object.keys(model.webhooks)),
  }
  const surface = {
    version: JSON.stringify(model.name),
    title: JSON.stringify(model.title),
    comment: commentText(`${model.title}, ${model.name}`),
    sha256: JSON.stringify(model.sha256),
  }
  const schemas = {
    schemas: literal(model.schemas, 3),
    validators: literal(model.schemaValidators, 1),
    names: union(Object.keys(model.schemas)),
  }
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
    ...new ValidatorRenderer(templates, model).render(),
    ...renderWebhooks(model.events, (unit) => importOf(model, unit), templates),
  ]
  return files.map(({ path, content }) => ({ path: `${model.name}/${path}`, content }))
}
