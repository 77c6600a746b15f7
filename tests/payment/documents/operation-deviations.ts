import { namedOperations } from '../../../payment/tables/operations.js'
import { type Deviation, error, warning } from './deviation.js'
import { isEditable, type JsonObject, listAt, objectAt } from './editing.js'
import { json, operationAt, text } from './operation-edits.js'

const said = 'documents/statements'
const shown = 'documents/shown'

const operations: readonly Deviation[] = namedOperations.flatMap(([method, template]) =>
  operationOf(method, template),
)

function operationOf(method: string, template: string): Deviation[] {
  return [
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
  ]
}

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
      isEditable(one) ? [one['schema']] : [],
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

/** Facts about operations, their headers and errors, the answers of the quote, and the key. */
export const operationDeviations: readonly Deviation[] = [...operations, ...quoteResponses, ...security]
