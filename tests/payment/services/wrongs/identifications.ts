import type { Answer } from '../call.js'
import { type Broken, at, isNew } from './broken.js'

const submit = /\/identifications\/v2$/

const entriesOf = (answer: Answer): readonly Record<string, unknown>[] => {
  const body: unknown = answer.status === 400 && answer.body.startsWith('[') ? JSON.parse(answer.body) : []
  return Array.isArray(body) ? body : []
}

const has = (answer: Answer, code: string): boolean => entriesOf(answer).some((one) => one['code'] === code)

const accepted = (answer: Answer): Answer => ({
  ...answer,
  status: 201,
  body: JSON.stringify({ identification: { id: 'x', status: 'Processed' } }),
})

/** Accepts what is refused with a code. */
const accepting = (code: string): Broken['wrong'] =>
  at('POST', submit, (answer) => (has(answer, code) ? accepted(answer) : answer))

const changing = (change: (entry: Record<string, unknown>) => unknown): Broken['wrong'] =>
  at('POST', submit, (answer) =>
    entriesOf(answer).length > 0
      ? { ...answer, body: JSON.stringify(entriesOf(answer).map(change)) }
      : answer,
  )

const never = (code: string): readonly [string, Broken] => [
  `never says ${code}`,
  { breaks: [`identification/${code.replaceAll('_', '-')}`], wrong: accepting(code) },
]

/** Wrong in what is answered to submissions of identifications, on documents that are not ours. */
export const identificationWrongs: Readonly<Record<string, Broken>> = {
  ...Object.fromEntries(
    [
      'selfie_required',
      'identity_document_rejected',
      'structure_invalid',
      'attestation_invalid',
      'license_details_required',
      'foundation_intended_use_not_supported',
      'legal_presence_required',
      'control_structure_required',
      'ubo_share_below_threshold',
    ].map(never),
  ),
  'never says tin_required, of owners of US companies neither': {
    breaks: ['identification/cdd-certification-invalid', 'identification/tin-required'],
    wrong: accepting('tin_required'),
  },
  'says invalid_request of a missing industry': {
    breaks: ['identification/industry-required'],
    wrong: changing((entry) =>
      entry['code'] === 'industry_required'
        ? { ...entry, code: 'invalid_request', docs_url: '/help#invalid_request' }
        : entry,
    ),
  },
  'wants descriptions of software companies alone': {
    breaks: ['identification/business-description-insufficient'],
    wrong: at('POST', submit, (answer, about) =>
      has(answer, 'business_description_insufficient') && !JSON.stringify(about.body).includes('"Software"')
        ? accepted(answer)
        : answer,
    ),
  },
  'anchors no link to its errors': {
    breaks: ['identification/docs-url'],
    wrong: changing((entry) => ({ ...entry, docs_url: 'https://help.example/errors' })),
  },
  'counts beneficiaries from one': {
    breaks: ['identification/beneficiary-index'],
    wrong: changing(({ beneficiary_index: index, ...entry }) =>
      typeof index === 'number' ? { ...entry, beneficiary_index: index + 1 } : entry,
    ),
  },
  'says nothing in words': {
    breaks: ['identification/error-fields'],
    wrong: changing((entry) => ({ ...entry, message: undefined })),
  },
  'wraps its errors': {
    breaks: ['identification/error-array'],
    wrong: at('POST', submit, (answer) =>
      entriesOf(answer).length > 0
        ? { ...answer, body: JSON.stringify({ errors: entriesOf(answer) }) }
        : answer,
    ),
  },
  'lists its errors on every version': {
    breaks: [
      'identification/plain-string',
      'identification/plain-string-unversioned',
      'versioning/error-body',
    ],
    wrong: at('POST', submit, (answer, about) =>
      answer.status === 400 && !isNew(about)
        ? {
            ...answer,
            headers: { ...answer.headers, 'content-type': 'application/json' },
            body: '[{"code":"invalid_request"}]',
          }
        : answer,
    ),
  },
}
