import type { DocumentModel } from '../model/document.js'
import type { OutputFile } from '../model/output.js'
import { fieldsOf, functionRow } from './client-function.js'
import { clientView, type SchemeData } from './client-view.js'
import { knownErrors } from './known-errors.js'
import { commentText, memberName, unionOf } from './literal.js'
import type { ClientValues, ContentOf, FunctionRow, SchemeRow } from './template-model.js'
import { renderModule } from './module.js'
import { groupedByTag, tagsByKey } from './tags.js'
import type { Templates } from './templates.js'

const schemeRow = ([name, { isBase64, ...scheme }]: [string, SchemeData]): SchemeRow => ({
  key: memberName(name),
  fields: [...fieldsOf(scheme), ...(isBase64 ? [{ key: 'encode', value: 'runtime.base64' }] : [])],
})

/** The interfaces of `types.d.ts` that the types of functions refer to. */
export function importsOf(
  functions: readonly FunctionRow[],
  others: readonly (string | undefined)[],
): Pick<ClientValues, 'imports' | 'usesSchemas'> {
  const types = functions.flatMap(({ parameters, body, bodies, answers }) => [
    ...[...parameters, ...bodies, ...(body ? [body] : [])].map(({ type }) => type),
    ...answers.map(({ body: type }) => type),
  ])
  const isUsed = (name: string): boolean => [...types, ...others].some((type) => type?.includes(`${name}[`))
  return {
    imports: ['components', 'operations', 'paths'].filter(isUsed).join(', '),
    usesSchemas: types.some((type) => type.includes('schemas.')),
  }
}

/** Adds the functions of each tag to the values of a client. */
export function withTags(values: Omit<ClientValues, 'tags'>, { tags }: DocumentModel): ClientValues {
  const groups = groupedByTag(tags, values.functions)
  return { ...values, tags: groups.map(([tag, functions]) => Object.assign(tag, { functions })) }
}

/** Computes the template values of a client, without its tags. */
export function clientValues(
  model: DocumentModel,
  requests: ReadonlySet<string>,
): Omit<ContentOf<ClientValues>, 'tags'> {
  const view = clientView(model)
  const { versionError, versionErrorCode, errors } = knownErrors(model)
  const tags = tagsByKey(model.tags)
  const functions = Object.entries(model.operations).flatMap(([id, operation]) => {
    const names = model.names.operations.get(id)
    const typeNames = { schemas: model.names.schemas, requests }
    if (!names) return []
    return [
      { ...functionRow(id, operation, names, model, view, typeNames), tags: tags.get(memberName(id)) ?? [] },
    ]
  })
  return {
    version: JSON.stringify(model.name),
    comment: commentText(`${model.title}, ${model.name}`),
    service: fieldsOf(view.service),
    schemes: Object.entries(view.schemes).map(schemeRow),
    schemeNames: unionOf(Object.keys(view.schemes)),
    needsBaseUrl: view.service.server === undefined,
    wantsVersion: view.wantsVersion,
    functions,
    ...importsOf(functions, [versionError, errors]),
    versionError,
    versionErrorCode,
    errors,
  }
}

/**
 * Prints the client of one document.
 * @param requests names of the schemas that differ between requests and responses
 */
export function renderClient(
  model: DocumentModel,
  requests: ReadonlySet<string>,
  templates: Templates,
): OutputFile[] {
  return renderModule({
    name: 'client',
    values: clientValues(model, requests),
    lists: ['functions'],
    print: (rows) => {
      const values = withTags(rows, model)
      return {
        '.js': templates.render('client.js', values),
        '.d.ts': templates.render('client.d.ts', values),
      }
    },
  })
}
