import type { DocumentModel } from '../model/document.js'
import type { OutputFile } from '../model/output.js'
import type { KindOfVersion } from '../types/index.js'
import type { KnownTypes } from './guard-types.js'
import { renderClient } from './client.js'
import type { CompiledBefore } from './compiled-before.js'
import { commentText, literal, unionOf } from './literal.js'
import { changedRows, tableNames } from './table-rows.js'
import type { OperationsValues, SchemasValues, SurfaceValues } from './template-model.js'
import type { Templates } from './templates.js'
import { UnitPaths } from './unit-paths.js'
import { renderExports, renderLoaders } from './validator-tables.js'
import { ValidatorRenderer } from './validators.js'
import { renderWebhooks } from './webhooks.js'

/** A union of names, one a line: those of the base but the removed ones, and its own. */
const union = (own: readonly string[], base: string, removed: readonly string[]): string => {
  const others = removed.length === 0 ? base : `Exclude<${base}, ${unionOf(removed)}>`
  const members = [...(base === '' ? [] : [others]), ...own.map((name) => JSON.stringify(name))]
  return members.length === 0 ? 'never' : members.map((member) => `\n  | ${member}`).join('')
}

/** A table of rows: that of the base with changes, where there is a base. */
const table = (own: string, base: string, removed: readonly string[]): string =>
  base === '' ? own : `/* @__PURE__ */ extend(${base}, ${JSON.stringify(removed)}, ${own})`

interface DocumentValues {
  readonly operations: OperationsValues
  readonly surface: SurfaceValues
  readonly schemas: SchemasValues
}

/** What the templates of one document are given. */
const valuesOf = (model: DocumentModel): DocumentValues => {
  const { base } = model
  const isExtended = base !== undefined && base.depth > 0
  const removed = base?.removed ?? { operations: [], webhooks: [], schemas: [] }
  const path = (file: string): string | undefined => base && JSON.stringify(`../${base.name}/${file}.js`)
  const rows = (name: keyof typeof removed, own: string, from: string = name): string =>
    table(own, base ? `base.${from}` : '', removed[name])
  // A union names each where the chain of declarations ends.
  const names = (table: keyof typeof removed, type: string): string =>
    isExtended
      ? union(Object.keys(model[table]), `base.${type}`, removed[table])
      : union(tableNames(model, table), '', [])
  return {
    operations: {
      base: path('operations'),
      baseTypes: isExtended ? path('operations') : undefined,
      operations: rows('operations', literal(changedRows(model.operations, base?.tables.operations), 3)),
      webhooks: rows('webhooks', literal(changedRows(model.webhooks, base?.tables.webhooks), 3)),
      securitySchemes: literal(model.securitySchemes, 1),
      operationIds: names('operations', 'OperationId'),
      webhookIds: names('webhooks', 'WebhookId'),
    },
    surface: {
      version: JSON.stringify(model.name),
      title: JSON.stringify(model.title),
      comment: commentText(`${model.title}, ${model.name}`),
      sha256: JSON.stringify(model.sha256),
    },
    schemas: {
      base: path('schemas'),
      baseTypes: isExtended ? path('schemas') : undefined,
      schemas: rows('schemas', literal(changedRows(model.schemas, base?.tables.schemas), 3)),
      validators: rows('schemas', literal(model.schemaValidators, 1), 'schemaValidators'),
      names: names('schemas', 'SchemaName'),
    },
  }
}

/** The files of a document, and what its validators are declared as. */
export interface RenderedDocument {
  readonly files: readonly OutputFile[]
  readonly validators: KindOfVersion
}

/**
 * Prints everything of one document but its types, into a folder of the document's name.
 * @param known what its validators are declared by
 */
export function renderDocument(
  model: DocumentModel,
  templates: Templates,
  compiled: CompiledBefore,
  known: KnownTypes,
): RenderedDocument {
  const { operations, surface, schemas } = valuesOf(model)
  const paths = new UnitPaths(model)
  const loaders = renderLoaders(model, paths, templates, known)
  const files: OutputFile[] = [
    { path: 'operations.js', content: templates.render('operations.js', operations) },
    { path: 'operations.d.ts', content: templates.render('operations.d.ts', operations) },
    { path: 'schemas.js', content: templates.render('schemas.js', schemas) },
    { path: 'schemas.d.ts', content: templates.render('schemas.d.ts', schemas) },
    { path: 'index.js', content: templates.render('surface.js', surface) },
    { path: 'index.d.ts', content: templates.render('surface.d.ts', surface) },
    ...new ValidatorRenderer(templates, model, paths, compiled).render(),
    ...loaders.files,
    ...renderExports(model, paths, templates, known),
    ...renderWebhooks(model, (unit) => paths.importFromVersion(unit), templates),
  ]
  const below = (file: OutputFile): OutputFile => ({ ...file, path: `${model.name}/${file.path}` })
  return { files: [...files.map(below), ...renderClient(model, templates)], validators: loaders.state }
}
