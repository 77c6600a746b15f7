import type { DocumentModel, EventModel, LoadedDocument } from './model/document.js'
import type { OutputFile, GenerateOptions, GenerateStep } from './model/options.js'
import { documentComment } from './render/literal.js'
import type { MigrationValues, EventRow } from './render/template-model.js'
import type { Templates } from './render/templates.js'
import type { Problem } from '../diagnostics/index.js'
import { buildModel } from './build/build.js'
import { renderClient } from './render/client.js'
import { renderOwnFiles } from './render/own-files.js'
import { renderOperations } from './render/operations.js'
import { renderSingleFile, renderTypes } from './render/types.js'
import { exportedUnits, renderValidators } from './render/validators.js'
import { memberName, type TypeDeclarations } from './types/index.js'
import { compileValidators } from './validators/compile.js'

/** Prints the module that a user imports. */
const renderIndex = (model: DocumentModel, templates: Templates): OutputFile[] => {
  const values = {
    version: JSON.stringify(model.name),
    comment: documentComment(model),
    hasWebhooks: model.events.events.length > 0,
  }
  return [
    { path: 'index.js', content: templates.render('index.js', values) },
    { path: 'index.d.ts', content: templates.render('index.d.ts', values) },
  ]
}

/** Prints the changes since the previous version. */
const renderMigration = (migration: MigrationValues, templates: Templates): OutputFile[] => [
  { path: 'MIGRATION.md', content: templates.render('MIGRATION.md', migration) },
]

/** Prefixes the paths of files with a folder. */
export function below(folder: string, files: readonly OutputFile[]): OutputFile[] {
  return files.map((file) => ({ ...file, path: `${folder}/${file.path}` }))
}

const rowOf = ({ type, isTagged: isTold, body, message, validator }: EventModel): EventRow => ({
  key: memberName(type),
  name: JSON.stringify(type),
  body,
  tag: isTold ? JSON.stringify(type) : 'unknown',
  message: message ?? `runtime.MessageOf<${body}>`,
  validator,
})

/** Prints verification, receivers and types of the events of one document; nothing without webhooks. */
const renderWebhooks = (
  { events: { tag, events } }: Pick<DocumentModel, 'events'>,
  templates: Templates,
): OutputFile[] => {
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

/** The input for printing the folder of a version. */
export interface VersionPrinting {
  readonly templates: Templates
  readonly options: GenerateOptions
  /** Starts printing the types of a document; the caller awaits the result. Undefined for tables only. */
  readonly types:
    | ((document: LoadedDocument, names: DocumentModel['names']) => Promise<TypeDeclarations>)
    | undefined
  /** The changes since the version before; undefined for the first version. */
  readonly migration: () => Promise<MigrationValues | undefined>
  readonly begin: (step: GenerateStep['step']) => Promise<void>
}

/** The files of a version, relative to its folder, and the problems of its document. */
export interface RenderedVersion {
  readonly files: readonly OutputFile[]
  readonly problems: readonly Problem[]
}

const isCode = ({ path }: OutputFile): boolean => path.endsWith('.js')

/** Prints everything for one document. Types are printed in parallel, since they take about as long as validators. */
export async function renderVersion(
  document: LoadedDocument,
  { templates, options, types, migration, begin }: VersionPrinting,
): Promise<RenderedVersion> {
  await begin('build')
  const { model, problems } = buildModel(document, templates.typeName, options.events)
  const declaring = types?.(document, model.names)
  // A failure of the validators is reported first; this avoids an unhandled rejection of the types meanwhile.
  declaring?.catch(() => {})
  if (declaring && options.singleFile === true) {
    await begin('declare')
    const declarations = await declaring
    const files = renderSingleFile(model.name, declarations, model.names.schemas, templates)
    return { files, problems }
  }
  await begin('compile')
  const compiled = compileValidators(model.units, model.file)
  const tables = renderOperations(model, exportedUnits(model, compiled), templates)
  const validators = (requests: ReadonlySet<string>): OutputFile[] =>
    renderValidators(model, compiled, requests, templates)
  if (!declaring) {
    return { files: below(model.name, [...tables, ...validators(new Set())].filter(isCode)), problems }
  }
  const changes = await migration()
  await begin('declare')
  const declarations = await declaring
  const requests = new Set(declarations.requests.map(({ name }) => name))
  const files = [
    ...tables,
    ...validators(requests),
    ...renderTypes(document, declarations, model.names.schemas, templates),
    ...renderIndex(model, templates),
    ...renderClient(model, requests, templates),
    ...renderWebhooks(model, templates),
    ...(changes ? renderMigration(changes, templates) : []),
  ]
  files.push(...renderOwnFiles(model, requests, templates, files))
  return { files: below(model.name, files), problems }
}
