import type { Operation, Parameter } from '../../runtime/surface.js'
import type { DocumentModel, OperationDocumentation } from '../model/document.js'
import type { OperationNames } from '../model/names.js'
import { helpersOf, requestLocations } from './client-operation.js'
import { answersOf, bodiesOf, parametersOf, takesKey, type TypeNames } from './client-types.js'
import type { ClientView } from './client-view.js'
import { commentLine, commentLines } from './comments.js'
import { literal, memberName } from './literal.js'
import type { FieldRow, FunctionRow, NoteRow } from './template-model.js'

/** Rows of an object's members. */
export function fieldsOf(object: object): FieldRow[] {
  return Object.entries(object).map(([key, value]) => ({
    key: memberName(key),
    value: literal(value, 0),
  }))
}

const proseOf = ({ summary = '' }: Operation, { description = '' }: OperationDocumentation): string[] => {
  const [head, body] = [commentLines(summary), commentLines(description)]
  // Some documents repeat the summary as the description.
  if (head.join('\n') === body.join('\n')) return head
  return head.length > 0 && body.length > 0 ? [...head, '', ...body] : [...head, ...body]
}

const parameterNote = (
  { in: location, name, deprecated }: Parameter,
  { parameters }: OperationDocumentation,
): NoteRow => {
  const isPlain = /^[A-Za-z_$][\w$]*$/.test(name)
  const path = requestLocations[location] + (isPlain ? `.${name}` : `[${JSON.stringify(name)}]`)
  const description = commentLine(parameters.get(`${location}:${name}`) ?? '')
  return {
    name: commentLine(path).replaceAll('`', "'"),
    description: [deprecated ? 'Deprecated.' : '', description].filter(Boolean).join(' '),
  }
}

const errorsOf = ({ responses }: Operation): NoteRow[] =>
  Object.entries(responses)
    .filter(([status]) => /^[45]|^default$/.test(status))
    .map(([status, { description }]) => ({
      name: commentLine(status),
      description: commentLine(description),
    }))

const none: OperationDocumentation = { parameters: new Map() }

/** Computes the function of one operation: its description for the client, its types, and its comment; its tags are added. */
export function functionRow(
  id: string,
  operation: Operation,
  names: OperationNames,
  { documentation }: Pick<DocumentModel, 'documentation'>,
  { operations, managed }: Pick<ClientView, 'operations' | 'managed'>,
  typeNames: TypeNames,
): Omit<FunctionRow, 'tags'> {
  const documented = documentation.get(id) ?? none
  const type = `operations[${JSON.stringify(id)}]`
  const data = operations[id]
  const helpers = data ? helpersOf(data).map((key) => ({ key, value: `runtime.${key}` })) : []
  const parameters = parametersOf(operation, managed, type)
  const bodies = bodiesOf(operation, type, typeNames)
  const isBodyOptional = operation.requestBody?.required !== true
  const given = operation.parameters.filter(({ in: at, name }) => at !== 'header' || !managed.has(name))
  return {
    name: names.function,
    type: names.type,
    id: JSON.stringify(id),
    key: memberName(id),
    prose: proseOf(operation, documented),
    endpoint: commentLine(`${operation.method.toUpperCase()} ${operation.path}`).replaceAll('`', "'"),
    parameterNotes: given.map((parameter) => parameterNote(parameter, documented)),
    bodyNote: commentLine(documented.body ?? ''),
    errorNotes: errorsOf(operation),
    pointer: commentLine(operation.pointer),
    link: commentLine(documented.link ?? ''),
    isDeprecated: operation.deprecated,
    fields: [...fieldsOf(data ?? {}), ...helpers],
    parameters,
    body: bodies.length === 1 ? bodies[0] : undefined,
    bodies: bodies.length > 1 ? bodies : [],
    isBodyOptional,
    takesKey: takesKey(operation),
    isRequestOptional: isBodyOptional && parameters.every(({ isOptional }) => isOptional),
    answers: answersOf(operation, type, typeNames),
  }
}
