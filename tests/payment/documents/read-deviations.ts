import { type Deviation, error, warning } from './deviation.js'
import { holderOf, listAt, objectAt, schemaNamed, type JsonObject } from './editing.js'
import { json, operationAt, text } from './operation-edits.js'

const said = 'documents/statements'
const shown = 'documents/shown'
const newest = ['2026-08-01']
const earlier = ['2025-03-13', '2026-07-01']

const answer = (template: string, edit: (responses: JsonObject) => void) => (document: JsonObject) =>
  edit(objectAt(operationAt(document, 'get', template), 'responses'))

const reads: readonly Deviation[] = [
  ...['/terms-and-conditions', '/customers/{}/required-signings'].flatMap((template) => [
    error(
      `${template} as an object`,
      said,
      answer(template, (all) => void (all['200'] = json({ type: 'object' }))),
    ),
    warning(
      `${template} of unknown items`,
      shown,
      answer(template, (all) => void (all['200'] = json({ type: 'array' }))),
    ),
  ]),
  error(
    'no 409 for required signings',
    said,
    answer('/customers/{}/required-signings', (all) => void delete all['409']),
    earlier,
  ),
  warning(
    '409 for required signings',
    shown,
    answer('/customers/{}/required-signings', (all) => void (all['409'] = json(text))),
    newest,
  ),
  error(
    'required signings never empty',
    said,
    answer('/customers/{}/required-signings', (all) => {
      const items = { $ref: '#/components/schemas/TermsAndConditionsLink' }
      all['200'] = json({ type: 'array', items, minItems: 1 })
    }),
    newest,
  ),
  ...(
    [
      ['optional', { required: false }],
      ['a number', { schema: { type: 'integer' } }],
      ['of two letters', { schema: { type: 'string', pattern: '^[A-Z]{2}$' } }],
      ['of at most two letters', { schema: { type: 'string', maxLength: 2 } }],
      ['renamed', { name: 'country_code' }],
      ['in a header', { in: 'header' }],
    ] as const
  ).map(([how, more]) =>
    error(`country ${how}`, said, (document) => {
      const [country] = listAt(operationAt(document, 'get', '/terms-and-conditions'), 'parameters')
      Object.assign(country ?? {}, more)
    }),
  ),
  ...['mint', 'redeem', 'onramp', 'offramp', 'swap'].map((flow) =>
    warning(`no flow ${flow}`, shown, (document) => {
      const flows = schemaNamed(document, 'AutorampType')
      flows['enum'] = Array.isArray(flows['enum'])
        ? flows['enum'].filter((one) => String(one).toLowerCase() !== flow)
        : []
    }),
  ),
  error('deposit_rails as an object', said, (document) => {
    const holder = holderOf(document, schemaNamed(document, 'Autoramp'), 'deposit_rails')
    if (holder) objectAt(holder, 'properties')['deposit_rails'] = { type: 'object' }
  }),
]

const identificationAnswer = (schema: JsonObject) => (document: JsonObject) => {
  objectAt(operationAt(document, 'post', '/customers/{}/identifications/v2'), 'responses')['400'] =
    json(schema)
}

const refusals: readonly Deviation[] = [
  error(
    'a list before 2026-08-01',
    said,
    identificationAnswer({ type: 'array', items: { type: 'object' } }),
    earlier,
  ),
  error('a string from 2026-08-01 on', said, identificationAnswer(text), newest),
  error(
    'one object from 2026-08-01 on',
    said,
    identificationAnswer({ $ref: '#/components/schemas/IdentificationError' }),
    newest,
  ),
  warning('unknown entries from 2026-08-01 on', shown, identificationAnswer({ type: 'array' }), newest),
  error(
    'beneficiary_index from one',
    said,
    (document) => {
      objectAt(schemaNamed(document, 'IdentificationError'), 'properties', 'beneficiary_index')['minimum'] = 1
    },
    newest,
  ),
]

/** Facts about terms, required signings, abilities, autoramps, and refused identifications. */
export const readDeviations: readonly Deviation[] = [...reads, ...refusals]
