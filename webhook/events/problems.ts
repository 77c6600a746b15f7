import { type Problem, problemsOf } from '../../runtime/problems.js'
import type { Validator } from '../../runtime/validator.js'
import type { WebhookDocument } from './documents.js'
import { isObject } from '../../document/index.js'
import { messageTypeOf } from './schemas.js'

const found = (validate: Validator, value: unknown): readonly Problem[] =>
  validate(value) ? [] : problemsOf(validate.errors, value)

const isWrapped = (message: unknown): boolean => {
  const values = isObject(message) ? Object.values(message) : []
  return values.length === 1 && isObject(values[0])
}

/** Validates the message as its own type, because the errors of its union with the wrapped form are less specific. */
const messageProblems = async (
  document: WebhookDocument,
  type: string,
  message: unknown,
): Promise<readonly Problem[]> => {
  const name = messageTypeOf(document, type)
  const { surface } = document
  const validator = name === undefined ? undefined : surface.schemaValidators[name]?.response
  if (validator === undefined || isWrapped(message)) return []
  const problems = found(await surface.validator(validator), message)
  return problems.map((problem) => ({
    pointer: `/data/message${problem.pointer}`,
    path: ['data', 'message', ...problem.path],
    rule: problem.rule,
    message: problem.message,
  }))
}

/** The problems of an event by the document of the version; none when it is valid. */
export async function problemsWith(
  document: WebhookDocument,
  type: string,
  event: unknown,
): Promise<readonly Problem[]> {
  const { validators } = document
  const load = Object.hasOwn(validators, type) ? validators[type] : undefined
  const validate = await load?.()
  if (validate === undefined) return []
  const problems = found(validate, event)
  const data = isObject(event) ? event['data'] : undefined
  if (problems.length === 0 || !isObject(data) || data['message'] === undefined) return problems
  const inner = await messageProblems(document, type, data['message'])
  const outer = problems.filter(({ pointer }) => !/^\/data\/message(\/|$)/.test(pointer))
  return inner.length === 0 ? problems : [...outer, ...inner]
}
