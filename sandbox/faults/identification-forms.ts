import { hasChange, versionOf } from '../../versions/index.js'
import type { Answer } from '../pipeline/answer.js'
import { identificationError } from '../identification/submission/errors.js'
import { editBody, editItems } from './edit.js'
import type { About } from '../pipeline/fault-set.js'
import type { Fault, Hooks, JsonObject } from './fault.js'
import { altered, isPerson } from './submissions.js'

const SUBMIT = 'createCustomerIdentificationV2'

/** Changes the refusals of submissions. */
const refused = (change: (answer: Answer, about: About) => Answer): Hooks => ({
  answer: (answer, about) =>
    about.operationId === SUBMIT && answer.status === 400 ? change(answer, about) : answer,
})

const isStructured = ({ version = '' }: About): boolean => hasChange(version, 'structured-errors')

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
  {
    rule: 'identification/error-array',
    does: 'wraps the errors of a submission into an object',
    hooks: () =>
      refused((answer, about) => (isStructured(about) ? editBody(answer, (errors) => ({ errors })) : answer)),
  },
  {
    rule: 'identification/error-array',
    variant: 'string',
    does: 'refuses submissions in words on every version',
    hooks: () =>
      refused((answer, about) => (isStructured(about) ? editBody(answer, () => 'refused') : answer)),
  },
  {
    rule: 'identification/error-array',
    variant: 'single',
    does: 'answers a single error as an object without its list',
    hooks: () =>
      refused((answer, about) =>
        isStructured(about)
          ? editBody(answer, (errors) => (Array.isArray(errors) ? errors[0] : errors))
          : answer,
      ),
  },
  {
    rule: 'identification/error-fields',
    does: 'leaves the message out of every error',
    hooks: () => everyEntry((entry) => delete entry['message']),
  },
  {
    rule: 'identification/error-fields',
    variant: 'docs-url',
    does: 'leaves docs_url out of every error',
    hooks: () => everyEntry((entry) => delete entry['docs_url']),
  },
  {
    rule: 'identification/error-fields',
    variant: 'type',
    does: 'answers message as an object',
    hooks: () => everyEntry((entry) => Object.assign(entry, { message: { en: 'refused' } })),
  },
  {
    rule: 'identification/error-codes',
    does: 'calls a code by another name',
    hooks: () =>
      everyEntry((entry) => {
        if (entry['code'] === 'selfie_expired') entry['code'] = 'selfie_too_old'
      }),
  },
  {
    rule: 'identification/docs-url',
    does: 'links to a page without an anchor',
    hooks: () => everyEntry((entry) => Object.assign(entry, { docs_url: 'https://docs.example/errors' })),
  },
  {
    rule: 'identification/docs-url',
    variant: 'anchor',
    does: 'anchors every link by the same code',
    hooks: () =>
      everyEntry((entry) =>
        Object.assign(entry, { docs_url: 'https://docs.example/errors#invalid_request' }),
      ),
  },
  {
    rule: 'identification/beneficiary-index',
    does: 'counts beneficiaries from one',
    hooks: () => everyEntry((entry) => indexed(entry, (index) => index + 1)),
  },
  {
    rule: 'identification/beneficiary-index',
    variant: 'text',
    does: 'answers beneficiary_index as a text',
    hooks: () => everyEntry((entry) => indexed(entry, String)),
  },
  {
    rule: 'identification/beneficiary-index',
    variant: 'person',
    does: 'answers a beneficiary_index to a Person',
    hooks: () =>
      altered((error, { submission }) => (isPerson(submission) ? { ...error, beneficiary_index: 0 } : error)),
  },
  {
    rule: 'identification/beneficiary-index',
    variant: 'company',
    does: 'answers a beneficiary_index where the company is meant',
    hooks: () =>
      everyEntry((entry) => {
        if (companyCodes.has(entry['code'])) entry['beneficiary_index'] = 0
      }),
  },
  {
    rule: 'identification/plain-string',
    does: 'answers structured errors to whoever names a version',
    hooks: () =>
      refused((answer, about) =>
        isStructured(about) || (about.headers['x-api-version'] ?? '') === '' ? answer : asList(answer),
      ),
  },
  {
    rule: 'identification/plain-string',
    variant: 'one-version',
    does: 'answers structured errors one version too early',
    hooks: () =>
      refused((answer, about) => (about.version === versionOf('fednow-rail') ? asList(answer) : answer)),
  },
  {
    rule: 'identification/plain-string-unversioned',
    does: 'answers structured errors to a caller without a version',
    hooks: () =>
      refused((answer, { headers }) => (headers['x-api-version'] === undefined ? asList(answer) : answer)),
  },
  {
    rule: 'identification/no-resume-url',
    does: 'gives a url to resume a Business without Company Details',
    hooks: () =>
      everyEntry((entry) => {
        if (entry['code'] === 'company_details_required') entry['resume_url'] = 'https://resume.example/1'
      }),
  },
  {
    rule: 'identification/documents-together',
    does: 'reports one missing document group at a time',
    hooks: () => ({ verdict: (errors) => errors.slice(0, 1) }),
  },
  {
    rule: 'identification/documents-together',
    variant: 'twice',
    does: 'reports a missing document group twice',
    hooks: () => ({
      verdict: (errors) => (errors.length > 1 ? [...errors, ...errors.slice(0, 1)] : errors),
    }),
  },
]
