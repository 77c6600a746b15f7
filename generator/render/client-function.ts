import type { Operation } from '../../runtime/surface.js'
import type { DocumentModel, OperationDocumentation } from '../model/document.js'
import type { OperationNames } from '../model/names.js'
import { helpersOf } from './client-operation.js'
import { answersOf, bodiesOf, parametersOf, takesKey, type TypeNames } from './client-types.js'
import type { ClientView } from './client-view.js'
import { commentLine, commentLines } from './comments.js'
import { literal, memberName } from './literal.js'
import type { FieldRow, FunctionRow } from './template-model.js'

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
export function functionRow(
  id: string,
  operation: Operation,
  names: OperationNames,
  { documentation }: Pick<DocumentModel, 'documentation'>,
  { operations, managed }: Pick<ClientView, 'operations' | 'managed'>,
  typeNames: TypeNames,
): Omit<FunctionRow, 'tags'> {
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
    answers: answersOf(operation, type, typeNames),
  }
}
