import { readCompany, readQuestionnaire } from './business.js'
import { fieldsOf } from './fields.js'
import type { Submission } from './model.js'
import { readIdentity } from './person.js'
import { isObject } from '../../../runtime/json.js'
import {
  countryIn,
  isGiven,
  type JsonObject,
  objectIn,
  textIn,
  typesIn,
  UnreadableError,
} from './json-members.js'

const readByKind = (body: JsonObject): Submission | undefined => {
  const { type: kind } = body
  if (kind === 'Link') return { kind, fields: [], email: undefined, withEdd: body['with_edd'] === true }
  const fields = fieldsOf(body)
  const hasEddQuestionnaire = isGiven(body, 'edd_questionnaire')
  if (kind === 'Token')
    return { kind, fields, email: undefined, token: textIn(body, 'token'), hasEddQuestionnaire }
  if (kind === 'Person')
    return {
      kind,
      fields,
      email: textIn(body, 'email_address'),
      identity: readIdentity(objectIn(body, 'identity')),
      residence: countryIn(objectIn(body, 'address'), 'country'),
      taxNumber: textIn(body, 'tax_identification_number'),
      hasEddQuestionnaire,
      documentTypes: typesIn(body, 'documents'),
    }
  if (kind !== 'Business') return undefined
  const data = objectIn(body, 'company_data')
  return {
    kind,
    fields,
    email: textIn(objectIn(data, 'company_info'), 'email'),
    company: readCompany(data),
    questionnaire: readQuestionnaire(objectIn(body, 'questionnaire')),
  }
}

/**
 * Reads a body as a submission; `undefined` if its kind is unknown, or if a value that a rule needs has the wrong
 * JSON type. Such a body is left to the document.
 */
export function readSubmission(body: unknown): Submission | undefined {
  try {
    return isObject(body) ? readByKind(body) : undefined
  } catch (error) {
    if (error instanceof UnreadableError) return undefined
    throw error
  }
}
