import type { Operation } from '../../runtime/surface.js'
import type { DocumentModel, OperationDocumentation, OperationNames } from '../model/document.js'
import { helpersOf } from './client-operation.js'
import { responsesOf, bodiesOf, parametersOf, takesKey, type TypeNames } from './client-types.js'
import { type ClientView, clientView, type SchemeData } from './client-view.js'
import { memberName } from '../types/index.js'
import { commentLine, commentLines, literal, documentComment, unionOf } from './literal.js'
import type { FieldRow, FunctionRow, ClientValues, ContentOf, SchemeRow } from './template-model.js'
import type { OutputFile } from '../model/options.js'
import { knownErrors } from './known-errors.js'
import { renderModule } from './module.js'
import { groupedByTag, tagsByKey } from './tags.js'
import type { Templates } from './templates.js'

/** Rows of an object's members. */
export function fieldsOf(object: object): FieldRow[] {
  return Object.entries(object).map(([key, value]) => ({
    key: memberName(key),
    value: literal(value, 0),
  }))
}

const proseOf = ({ summary, description }: OperationDocumentation): string[] => {
  const [head, body] = [commentLines(summary), commentLines(description)]
  // Some documents repeat the summary as the description.
  if (head.join('\n') === body.join('\n')) return head
  return head.length > 0 && body.length > 0 ? [...head, '', ...body] : [...head, ...body]
}

/** Computes the function of one operation: its description for the client, its types, and its comment; its tags are added. */
const functionRow = (
  id: string,
  operation: Operation,
  names: OperationNames,
  { documentation }: Pick<DocumentModel, 'documentation'>,
  { operations, managed }: Pick<ClientView, 'operations' | 'managed'>,
  typeNames: TypeNames,
): Omit<FunctionRow, 'tags'> => {
  const documented = documentation.get(id) ?? {}
  const type = `operations[${JSON.stringify(id)}]`
  const data = operations[id]
  const helpers = data ? helpersOf(data).map((key) => ({ key, value: `runtime.${key}` })) : []
  const parameters = parametersOf(operation, managed, type)
  const bodies = bodiesOf(operation, type, typeNames)
  const isBodyOptional = operation.requestBody?.required !== true
  return {
    name: names.function,
    type: names.type,
    id: JSON.stringify(id),
    key: memberName(id),
    prose: proseOf(documented),
    endpoint: commentLine(`${operation.method.toUpperCase()} ${operation.path}`).replaceAll('`', "'"),
    bodyNote: commentLine(documented.body ?? ''),
    link: commentLine(documented.link ?? ''),
    isDeprecated: operation.deprecated,
    fields: [...fieldsOf(data ?? {}), ...helpers],
    parameters,
    body: bodies.length === 1 ? bodies[0] : undefined,
    bodies: bodies.length > 1 ? bodies : [],
    isBodyOptional,
    takesKey: takesKey(operation),
    isRequestOptional: isBodyOptional && parameters.every(({ isOptional }) => isOptional),
    responses: responsesOf(operation, type, typeNames),
  }
}

const schemeRow = ([name, { isBase64, ...scheme }]: [string, SchemeData]): SchemeRow => ({
  key: memberName(name),
  fields: [...fieldsOf(scheme), ...(isBase64 ? [{ key: 'encode', value: 'runtime.base64' }] : [])],
})

/** The interfaces of `types.d.ts` that the types of functions refer to. */
export function importsOf(
  functions: readonly FunctionRow[],
  others: readonly (string | undefined)[],
): Pick<ClientValues, 'imports' | 'usesSchemas'> {
  const types = functions.flatMap(({ parameters, body, bodies, responses }) => [
    ...[...parameters, ...bodies, ...(body ? [body] : [])].map(({ type }) => type),
    ...responses.map(({ body: type }) => type),
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
    comment: documentComment(model),
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
