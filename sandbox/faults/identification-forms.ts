import { hasChange, versionOf } from '../../versions/index.js'
import type { Answer } from '../pipeline/answer.js'
import { identificationError } from '../identification/submission/errors.js'
import { editBody, editItems } from './edit.js'
import type { AnswerContext } from '../pipeline/fault-set.js'
import { fault, type Fault, type Hooks, type JsonObject } from './fault.js'
import { withChangedErrors, isPerson } from './submissions.js'

const submit = 'createCustomerIdentificationV2'

/** Changes the refusals of submissions, except those of a version. */
const refused = (change: (answer: Answer, about: AnswerContext) => Answer): Hooks => ({
  answer: (answer, about) =>
    about.operationId === submit &&
    answer.status === 400 &&
    !String(answer.body).includes('unsupported_api_version')
      ? change(answer, about)
      : answer,
})

const isStructured = ({ version = '' }: AnswerContext): boolean => hasChange(version, 'structured-errors')

const everyEntry = (edit: (entry: JsonObject) => void): Hooks =>
  refused((answer, about) => (isStructured(about) ? editItems(answer, edit) : answer))

const asList = (answer: Answer): Answer =>
  editBody(answer, (message) => [identificationError('invalid_request', String(message))])

const indexed = (entry: JsonObject, change: (index: number) => unknown): void => {
  const { beneficiary_index: index } = entry
  if (typeof index === 'number') entry['beneficiary_index'] = change(index)
}

const companyCodes = new Set<unknown>(['industry_required', 'license_details_required'])

/** Faults in the form of refusals. */
export const identificationFormFaults: readonly Fault[] = [
  fault('identification/error-array', 'wraps the errors of a submission into an object', () =>
    refused((answer, about) => (isStructured(about) ? editBody(answer, (errors) => ({ errors })) : answer)),
  ),
  fault('identification/error-array:string', 'refuses submissions in words on every version', () =>
    refused((answer, about) => (isStructured(about) ? editBody(answer, () => 'refused') : answer)),
  ),
  fault('identification/error-array:single', 'answers a single error as an object without its list', () =>
    refused((answer, about) =>
      isStructured(about)
        ? editBody(answer, (errors) => (Array.isArray(errors) ? errors[0] : errors))
        : answer,
    ),
  ),
  fault('identification/error-fields', 'leaves the message out of every error', () =>
    everyEntry((entry) => delete entry['message']),
  ),
  fault('identification/error-fields:docs-url', 'leaves docs_url out of every error', () =>
    everyEntry((entry) => delete entry['docs_url']),
  ),
  fault('identification/error-fields:type', 'answers message as an object', () =>
    everyEntry((entry) => Object.assign(entry, { message: { en: 'refused' } })),
  ),
  fault('identification/error-codes', 'calls a code by another name', () =>
    everyEntry((entry) => {
      if (entry['code'] === 'selfie_expired') entry['code'] = 'selfie_too_old'
    }),
  ),
  fault('identification/docs-url', 'links to a page without an anchor', () =>
    everyEntry((entry) => Object.assign(entry, { docs_url: 'https://docs.example/errors' })),
  ),
  fault('identification/docs-url:anchor', 'anchors every link by the same code', () =>
    everyEntry((entry) => Object.assign(entry, { docs_url: 'https://docs.example/errors#invalid_request' })),
  ),
  fault('identification/beneficiary-index', 'counts beneficiaries from one', () =>
    everyEntry((entry) => indexed(entry, (index) => index + 1)),
  ),
  fault('identification/beneficiary-index:text', 'answers beneficiary_index as a text', () =>
    everyEntry((entry) => indexed(entry, String)),
  ),
  fault('identification/beneficiary-index:person', 'answers a beneficiary_index to a Person', () =>
    withChangedErrors((error, { submission }) =>
      isPerson(submission) ? { ...error, beneficiary_index: 0 } : error,
    ),
  ),
  fault(
    'identification/beneficiary-index:company',
    'answers a beneficiary_index where the company is meant',
    () =>
      everyEntry((entry) => {
        if (companyCodes.has(entry['code'])) entry['beneficiary_index'] = 0
      }),
  ),
  fault('identification/plain-string', 'answers structured errors to whoever names a version', () =>
    refused((answer, about) =>
      isStructured(about) || (about.headers['x-api-version'] ?? '') === '' ? answer : asList(answer),
    ),
  ),
  fault('identification/plain-string:one-version', 'answers structured errors one version too early', () =>
    refused((answer, about) => (about.version === versionOf('fednow-rail') ? asList(answer) : answer)),
  ),
  fault(
    'identification/plain-string-unversioned',
    'answers structured errors to a caller without a version',
    () =>
      refused((answer, { headers }) => (headers['x-api-version'] === undefined ? asList(answer) : answer)),
  ),
  fault('identification/no-resume-url', 'gives a url to resume a Business without Company Details', () =>
    everyEntry((entry) => {
      if (entry['code'] === 'company_details_required') entry['resume_url'] = 'https://resume.example/1'
    }),
  ),
  fault('identification/documents-together', 'reports one missing document group at a time', () => ({
    verdict: (errors) => errors.slice(0, 1),
  })),
  fault('identification/documents-together:twice', 'reports a missing document group twice', () => ({
    verdict: (errors) => (errors.length > 1 ? [...errors, ...errors.slice(0, 1)] : errors),
  })),
]
