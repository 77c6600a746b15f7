import { isJsonType } from '../../document/index.js'
import type { MediaTypeObject, Operation, Parameter } from '../../runtime/surface.js'
import { requestLocations } from './client-operation.js'
import { memberName } from './literal.js'
import type { FieldRow, JudgedOperationRow } from './template-model.js'

type Content = Readonly<Record<string, MediaTypeObject>>

/** Returns the function of a validator, given its name in the tables. */
export type FunctionOf = (validator: string) => string

const contentOf = (content: Content, functionOf: FunctionOf): FieldRow[] =>
  Object.entries(content).map(([mediaType, { validator }]) => ({
    key: memberName(mediaType),
    value: validator === undefined ? 'null' : functionOf(validator),
  }))

// A parameter with a media type is sent as JSON, or as the caller provides it.
const validatorOf = ({ validator, content = {} }: Parameter): string | undefined =>
  validator ?? Object.entries(content).find(([mediaType]) => isJsonType(mediaType))?.[1].validator

/** The validators of the requests and responses of one operation, for the module of validators. */
export function judgedOperation(
  id: string,
  name: string,
  { parameters, requestBody, responses }: Operation,
  functionOf: FunctionOf,
): JudgedOperationRow {
  return {
    name: `${name}Validators`,
    functionName: name,
    id: JSON.stringify(id),
    key: memberName(id),
    parameters: parameters.flatMap((parameter) => {
      const validator = validatorOf(parameter)
      if (validator === undefined) return []
      return [
        {
          key: memberName(`${requestLocations[parameter.in]}/${parameter.name}`),
          value: functionOf(validator),
        },
      ]
    }),
    body: contentOf(requestBody?.content ?? {}, functionOf),
    isBodyRequired: requestBody?.required === true,
    errors: '',
    answersName: `${name}Responses`,
    answers: Object.entries(responses).map(([status, { content }]) => {
      const members = contentOf(content, functionOf).map(({ key, value }) => `${key}: ${value}`)
      return { key: memberName(status), content: members.length === 0 ? '{}' : `{ ${members.join(', ')} }` }
    }),
  }
}
