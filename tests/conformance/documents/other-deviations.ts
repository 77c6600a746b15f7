import { deliveryHeaders, messageNames } from '../../../conformance/scenarios/spec-messages.js'
import { namedOperations } from '../../../conformance/scenarios/spec-table.js'
import { submissionFields } from '../../../conformance/scenarios/spec-submissions.js'
import { type Deviation, error, warning } from './deviation.js'
import { holderOf, isObject, type JsonObject, listAt, objectAt, rename, schemaNamed } from './editing.js'

const said = 'documents/statements'
const shown = 'documents/shown'
const newest = ['2026-08-01']
const earlier = ['2025-03-13', '2026-07-01']

const text = { type: 'string' }
const json = (schema: JsonObject): JsonObject => ({
  description: 'It.',
  content: { 'application/json': { schema } },
})

const operationAt = (document: JsonObject, method: string, template: string): JsonObject =>
  objectAt(document, 'paths', template.replaceAll('{}', '{id}'), method)

const operations: readonly Deviation[] = namedOperations.flatMap(([method, template]) => [
  error(`no ${method} ${template}`, 'spec-documents/named-operations', (document) => {
    delete objectAt(document, 'paths', template.replaceAll('{}', '{id}'))[method]
  }),
  warning(`${method} ${template} deprecated`, shown, (document) => {
    operationAt(document, method, template)['deprecated'] = true
  }),
  error(`${method} ${template} open`, 'authentication/scheme', (document) => {
    operationAt(document, method, template)['security'] = []
  }),
  error(`${method} ${template} open to those without a key`, 'authentication/scheme', (document) => {
    operationAt(document, method, template)['security'] = [{ ApiKeyAuth: [] }, {}]
  }),
  warning(
    `${method} ${template} without X-API-Version`,
    shown,
    withoutParameter(method, template, 'XApiVersion'),
  ),
  ...(method === 'post'
    ? [
        warning(
          `${method} ${template} without IDEMPOTENCY-KEY`,
          shown,
          withoutParameter(method, template, 'IdempotencyKey'),
        ),
      ]
    : []),
  ...(template === '/autoramps/quote' ? [] : errors(method, template)),
])

function withoutParameter(method: string, template: string, component: string) {
  return (document: JsonObject): void => {
    const operation = operationAt(document, method, template)
    operation['parameters'] = listAt(operation, 'parameters').filter(
      ({ $ref }) => $ref !== `#/components/parameters/${component}`,
    )
  }
}

function errors(method: string, template: string): Deviation[] {
  const as = (status: string, response: JsonObject) => (document: JsonObject) => {
    objectAt(operationAt(document, method, template), 'responses')[status] = response
  }
  const statuses = template.includes('identifications') ? ['401', '403', '404'] : ['400', '401', '403', '404']
  return [
    ...statuses.map((status) =>
      error(`${method} ${template}: ${status} is an object`, said, as(status, json({ type: 'object' }))),
    ),
    error(`${method} ${template}: 500 is a string`, said, as('500', json(text))),
  ]
}

const quoteResponses: readonly Deviation[] = [
  ...['400', '401', '403', '404', '500'].flatMap((status) => [
    warning(`quote without ${status}`, 'quote/document-shown', (document) => {
      delete objectAt(operationAt(document, 'get', '/autoramps/quote'), 'responses')[status]
    }),
    warning(`quote with ${status} of no body`, 'quote/document-shown', (document) => {
      objectAt(operationAt(document, 'get', '/autoramps/quote'), 'responses')[status] = { description: 'It.' }
    }),
    error(`quote with ${status} of another body`, 'quote/document-responses', (document) => {
      const schema = status === '500' ? text : { type: 'object', properties: { message: text } }
      objectAt(operationAt(document, 'get', '/autoramps/quote'), 'responses')[status] = json(schema)
    }),
  ]),
  error('quote with 201', 'quote/document-responses', (document) => {
    const responses = objectAt(operationAt(document, 'get', '/autoramps/quote'), 'responses')
    responses['201'] = responses['200']
    delete responses['200']
  }),
  ...(
    [
      ['in XML', 'application/xml', 'quote/document-responses'],
      ['in another charset', 'application/json; charset=iso-8859-1', 'quote/document-responses'],
    ] as const
  ).map(([how, type, rule]) =>
    error(`quote ${how}`, rule, (document) => {
      const answer = objectAt(operationAt(document, 'get', '/autoramps/quote'), 'responses', '200')
      answer['content'] = { [type]: Object.values(objectAt(answer, 'content'))[0] }
    }),
  ),
  error('quote as a list', 'quote/document-record', (document) => {
    const answer = objectAt(operationAt(document, 'get', '/autoramps/quote'), 'responses', '200')
    const [schema] = Object.values(objectAt(answer, 'content')).flatMap((one) =>
      isObject(one) ? [one['schema']] : [],
    )
    answer['content'] = { 'application/json': { schema: { type: 'array', items: schema } } }
  }),
]

const scheme = (edit: (scheme: JsonObject) => void) => (document: JsonObject) =>
  edit(objectAt(document, 'components', 'securitySchemes', 'ApiKeyAuth'))

const security: readonly Deviation[] = [
  error(
    'key in another header',
    'authentication/scheme',
    scheme((one) => void (one['name'] = 'X-Token')),
  ),
  error(
    'key in the query',
    'authentication/scheme',
    scheme((one) => void (one['in'] = 'query')),
  ),
  error(
    'key as a bearer token',
    'authentication/scheme',
    scheme((one) => void Object.assign(one, { type: 'http', scheme: 'bearer' })),
  ),
  warning('no scheme', shown, (document) => void (objectAt(document, 'components')['securitySchemes'] = {})),
]

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

/** Every object schema of a document that declares a member. */
const holdersOf = (document: JsonObject, member: string): JsonObject[] =>
  Object.values(objectAt(document, 'components', 'schemas')).filter(
    (schema): schema is JsonObject =>
      isObject(schema) && isObject(schema['properties']) && member in schema['properties'],
  )

const inAll = (member: string, edit: (holder: JsonObject) => void) => (document: JsonObject) => {
  for (const holder of holdersOf(document, member)) edit(holder)
}

const submissions: readonly Deviation[] = [
  ...submissionFields.flatMap(({ path, type, values = [] }) => {
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
            if (isObject(schema) && Array.isArray(schema['enum']))
              schema['enum'] = schema['enum'].filter((one) => one !== value)
        }),
      ),
    ]
  }),
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

const containers = (edit: (container: JsonObject) => void) => (document: JsonObject) => {
  for (const [name, schema] of Object.entries(objectAt(document, 'components', 'schemas')))
    if (name.startsWith('WebhookContainer_') && isObject(schema)) edit(schema)
}

const webhooks = (edit: (webhook: JsonObject) => void) => (document: JsonObject) => {
  for (const webhook of Object.values(objectAt(document, 'webhooks'))) if (isObject(webhook)) edit(webhook)
}

const messages: readonly Deviation[] = [
  ...messageNames.map((name) =>
    warning(`${name} under another name`, shown, (document) => {
      const schemas = objectAt(document, 'components', 'schemas')
      schemas['Other'] = schemas[name]
      delete schemas[name]
    }),
  ),
  error(
    'deliveries without data',
    said,
    containers((one) => rename(one, 'data', 'payload')),
  ),
  error(
    'deliveries without message',
    said,
    containers((one) => rename(objectAt(one, 'properties', 'data'), 'message', 'body')),
  ),
  warning(
    'deliveries without customer_id',
    shown,
    containers((one) => rename(objectAt(one, 'properties', 'data'), 'customer_id', 'owner')),
  ),
  error(
    'deliveries by PUT',
    said,
    webhooks((one) => {
      one['put'] = one['post']
      delete one['post']
    }),
  ),
  error(
    'deliveries in XML',
    said,
    webhooks((one) => {
      const body = objectAt(one, 'post', 'requestBody')
      body['content'] = { 'application/xml': Object.values(objectAt(body, 'content'))[0] }
    }),
  ),
  warning(
    'deliveries acknowledged otherwise',
    shown,
    webhooks((one) => void (objectAt(one, 'post')['responses'] = { 204: { description: 'It.' } })),
  ),
  ...deliveryHeaders.map((name) =>
    warning(`deliveries without ${name}`, shown, (document) => {
      for (const parameter of Object.values(objectAt(document, 'components', 'parameters')))
        if (isObject(parameter) && parameter['name'] === name) parameter['name'] = 'x-other'
    }),
  ),
  error('currencies in the snapshot', said, (document) => {
    objectAt(schemaNamed(document, 'WebhookCustomerFiatAbilitiesMessage'), 'properties')['currencies'] = {
      type: 'array',
    }
  }),
]

/** Facts about operations, answers, headers, the key, submissions, and deliveries. */
export const otherDeviations: readonly Deviation[] = [
  ...operations,
  ...quoteResponses,
  ...security,
  ...reads,
  ...refusals,
  ...submissions,
  ...messages,
]
