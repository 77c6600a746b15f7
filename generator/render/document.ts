import type { DocumentModel } from '../model/document.js'
import type { OutputFile } from '../model/output.js'
import { commentText } from './literal.js'
import type { MigrationValues } from './template-model.js'
import type { Templates } from './templates.js'

/** Prints the module that a user imports. */
export function renderIndex(model: DocumentModel, templates: Templates): OutputFile[] {
  const values = {
    version: JSON.stringify(model.name),
    comment: commentText(`${model.title}, ${model.name}`),
    hasWebhooks: model.events.events.length > 0,
  }
  return [
    { path: 'index.js', content: templates.render('index.js', values) },
    { path: 'index.d.ts', content: templates.render('index.d.ts', values) },
  ]
}

/** Prints the changes since the previous version. */
export function renderMigration(migration: MigrationValues, templates: Templates): OutputFile[] {
  return [{ path: 'MIGRATION.md', content: templates.render('MIGRATION.md', migration) }]
}

/** Prefixes the paths of files with a folder. */
export function below(folder: string, files: readonly OutputFile[]): OutputFile[] {
  return files.map((file) => ({ ...file, path: `${folder}/${file.path}` }))
}
