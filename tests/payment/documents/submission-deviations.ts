import { type SubmissionField, submissionFields } from '../../../payment/tables/submissions.js'
import { type Deviation, error, warning } from './deviation.js'
import { isEditable, type JsonObject, objectAt, rename, schemaNamed } from './editing.js'

const said = 'documents/statements'
const shown = 'documents/shown'
const newest = ['2026-08-01']
const earlier = ['2025-03-13', '2026-07-01']

/** Every object schema of a document that declares a member. */
const holdersOf = (document: JsonObject, member: string): JsonObject[] =>
  Object.values(objectAt(document, 'components', 'schemas')).filter(
    (schema): schema is JsonObject =>
      isEditable(schema) && isEditable(schema['properties']) && member in schema['properties'],
  )

const inAll = (member: string, edit: (holder: JsonObject) => void) => (document: JsonObject) => {
  for (const holder of holdersOf(document, member)) edit(holder)
}

const ofField = ({ path, type, values = [] }: SubmissionField): Deviation[] => {
  const name = path.at(-1) ?? ''
  const other = { type: type === 'string' ? 'integer' : 'string' }
  return [
    warning(
      `no ${path.join('.')}`,
      shown,
      inAll(name, (holder) => rename(holder, name)),
      newest,
    ),
    ...(type === undefined
      ? []
      : [
          error(
            `${path.join('.')} of another type`,
            said,
            inAll(name, (holder) => void (objectAt(holder, 'properties')[name] = other)),
          ),
        ]),
    ...values.map((value) =>
      error(`no ${value} for ${path.join('.')}`, said, (document) => {
        for (const schema of Object.values(objectAt(document, 'components', 'schemas')))
          if (isEditable(schema) && Array.isArray(schema['enum']))
            schema['enum'] = schema['enum'].filter((one) => one !== value)
      }),
    ),
  ]
}

const submissions: readonly Deviation[] = [
  ...submissionFields.flatMap(ofField),
  ...[40, 120].map((least) =>
    error(
      `descriptions of ${least} characters`,
      said,
      inAll('business_model_description', (holder) => {
        objectAt(holder, 'properties')['business_model_description'] = { type: 'string', minLength: least }
      }),
      newest,
    ),
  ),
  error(
    'industry required early',
    said,
    inAll('industry', (holder) => {
      holder['required'] = ['industry']
    }),
    earlier,
  ),
  warning(
    'industry optional',
    shown,
    inAll('industry', (holder) => {
      holder['required'] = ['business_model_description']
    }),
    newest,
  ),
  error(
    'no industry_type',
    said,
    inAll('industry_type', (holder) => rename(holder, 'industry_type')),
    earlier,
  ),
  error(
    'industry_type required',
    said,
    inAll('industry_type', (holder) => {
      holder['required'] = [...(Array.isArray(holder['required']) ? holder['required'] : []), 'industry_type']
    }),
    newest,
  ),
  warning(
    'industry_type not marked',
    shown,
    inAll('industry_type', (holder) => {
      delete objectAt(holder, 'properties', 'industry_type')['deprecated']
    }),
    newest,
  ),
  error(
    'state of birth_place required',
    said,
    (document) => {
      schemaNamed(document, 'BirthPlace')['required'] = ['country', 'state']
    },
    newest,
  ),
]

/** Facts about what an identification is made of. */
export const submissionDeviations: readonly Deviation[] = [...submissions]
