import { componentName } from '../../document/index.js'
import type { JsonSchema, JsonSchemaObject, Operation } from '../../runtime/surface.js'
import type { DocumentModel, OperationDocumentation, OperationNames } from '../model/document.js'
import { memberName } from '../types/declarations.js'
import { type ClientView, clientView, helpersOf, type SchemeData } from './client-operation.js'
import { bodiesOf, parametersOf, responsesOf, takesKey, type TypeNames } from './client-types.js'
import {
  commentLine,
  commentLines,
  documentComment,
  groupedByTag,
  renderModule,
  rowsOf,
  tagsByKey,
  unionOf,
} from './module.js'
import type { ClientValues, ContentOf, FunctionRow, SchemeRow } from './template-model.js'
import type { Templates } from './templates.js'

type Model = Pick<DocumentModel, 'operations' | 'schemas'>

const typeOf = (component: string): string => `components["schemas"][${JSON.stringify(component)}]`

/** A schema that may be an error, with its component. */
interface Candidate {
  readonly schema: JsonSchemaObject
  readonly component: string | undefined
}

/** The schemas that may describe a value: the schema itself, its components, and the branches of its unions. */
const candidates = (start: JsonSchema | undefined, schemas: Model['schemas']): Candidate[] => {
  const found: Candidate[] = []
  const seen = new Set<string>()
  const visit = (schema: JsonSchema | undefined, component?: string): void => {
    if (typeof schema !== 'object') return
    found.push({ schema, component })
    const target = componentName(schema.$ref)
    if (target !== undefined && !seen.has(target)) {
      seen.add(target)
      visit(schemas[target], target)
    }
    for (const branch of [schema.oneOf, schema.anyOf, schema.allOf].flat()) visit(branch)
  }
  visit(start)
  return found
}

const errorSchemas = ({ operations, schemas }: Model): Candidate[] =>
  Object.values(operations)
    .flatMap(({ responses }) => Object.entries(responses))
    .filter(([status]) => /^[45]|^default$/.test(status))
    .flatMap(([, { content }]) => Object.values(content))
    .flatMap(({ schema }) => candidates(schema, schemas))

/** The code of a version error: the one value of `error`, beside the list of versions that are supported. */
const versionCodeOf = ({ properties = {} }: JsonSchemaObject): string | undefined => {
  const { error, supported } = properties
  if (typeof error !== 'object' || typeof supported !== 'object' || supported.type !== 'array')
    return undefined
  const [code, ...others] = error.enum ?? [error.const]
  return typeof code === 'string' && others.length === 0 ? code : undefined
}

const isListed = ({ properties = {}, required = [] }: JsonSchemaObject): boolean =>
  ['code', 'message'].every((name) => Object.hasOwn(properties, name) && required.includes(name))

const listOf = ({ schema, component }: Candidate, schemas: Model['schemas']): string | undefined => {
  const item = candidates(schema.items, schemas).find((one) => isListed(one.schema))
  if (!item) return undefined
  if (component !== undefined) return typeOf(component)
  return item.component === undefined
    ? 'readonly { readonly code: unknown; readonly message: unknown }[]'
    : `readonly ${typeOf(item.component)}[]`
}

/** The errors that clients know by structure: of a version that is not served, and lists with codes. */
export function knownErrors(
  model: Model,
): Pick<ClientValues, 'versionError' | 'versionErrorCode' | 'errors'> {
  const all = errorSchemas(model)
  const version = all.find(({ schema }) => versionCodeOf(schema) !== undefined)
  const code = version && versionCodeOf(version.schema)
  const lists = new Set(all.flatMap((one) => listOf(one, model.schemas) ?? []))
  const versionErrorCode = version && JSON.stringify(code)
  const inline = version && `{ readonly error: ${versionErrorCode} }`
  const versionError = version?.component === undefined ? inline : typeOf(version.component)
  return { versionError, versionErrorCode, errors: lists.size > 0 ? [...lists].join(' | ') : undefined }
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
  { documentation }: DocumentModel,
  { operations, managed }: ClientView,
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
    fields: [...rowsOf(data ?? {}), ...helpers],
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
  fields: [...rowsOf(scheme), ...(isBase64 ? [{ key: 'encode', value: 'runtime.base64' }] : [])],
})

/** The interfaces of `types.d.ts` that the types of functions refer to. */
export function importsOf(functions: readonly FunctionRow[], others: readonly (string | undefined)[]) {
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

type Untagged = Omit<ContentOf<ClientValues>, 'tags'>

/** Computes the template values of a client, without its tags. */
export function clientValues(model: DocumentModel, requests: ReadonlySet<string>): Untagged {
  const view = clientView(model)
  const errors = knownErrors(model)
  const tags = tagsByKey(model.tags)
  const functions = Object.entries(model.operations).flatMap(([id, operation]) => {
    const names = model.names.operations.get(id)
    const typeNames = { schemas: model.names.schemas, requests }
    if (!names) return []
    const row = functionRow(id, operation, names, model, view, typeNames)
    return [{ ...row, tags: tags.get(memberName(id)) ?? [] }]
  })
  return {
    version: JSON.stringify(model.name),
    comment: documentComment(model),
    service: rowsOf(view.service),
    schemes: Object.entries(view.schemes).map(schemeRow),
    schemeNames: unionOf(Object.keys(view.schemes)),
    needsBaseUrl: view.service.server === undefined,
    wantsVersion: view.wantsVersion,
    functions,
    ...importsOf(functions, [errors.versionError, errors.errors]),
    ...errors,
  }
}

/** Prints the client; `requests` names the schemas that differ between requests and responses. */
export function renderClient(model: DocumentModel, requests: ReadonlySet<string>, templates: Templates) {
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
