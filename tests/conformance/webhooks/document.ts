type Json = Readonly<Record<string, unknown>>

const text = { type: 'string' }
const body = (schema: Json): Json => ({ required: true, content: { 'application/json': { schema } } })
const record = (members: Readonly<Record<string, Json>>): Json => ({
  type: 'object',
  required: Object.keys(members),
  properties: members,
})

/** Operations by route, with the body that each takes. */
const takes: Readonly<Record<string, Json | undefined>> = {
  'get /terms-and-conditions': undefined,
  'post /customers': record({ email: text }),
  'get /customers/{id}': undefined,
  'get /customers/{id}/required-signings': undefined,
  'post /customers/{id}/signings': record({ content_id: text, signed: { type: 'boolean' } }),
  'get /customers/{id}/abilities': undefined,
  'post /customers/{id}/identifications/v2': record({ type: text }),
  'post /sandbox/identification/{id}': record({ approved: { type: 'boolean' } }),
  'post /addresses/fiat': record({ customer_id: text, iban: text }),
  'get /autoramps/quote': undefined,
  'post /autoramps': {},
  'get /autoramps/{id}': undefined,
  'put /sandbox/autoramp/{id}': text,
  'post /sandbox/transaction': record({ autoramp_id: text, amount: text }),
  'put /sandbox/transaction/{id}/state': record({ state: text }),
}

const webhookOperations: Readonly<Record<string, Json | undefined>> = {
  'post /webhooks': record({ url: text, topics: { type: 'array', items: text } }),
  'post /webhooks/{id}/ping': record({ customer_id: text }),
}

/** The document of a service that sends webhooks, with or without operations for them. */
export const documentOf = (version: string, hasOperations: boolean): Json => {
  const paths: Record<string, Record<string, Json>> = {}
  const all = { ...takes, ...(hasOperations ? webhookOperations : {}) }
  for (const [route, schema] of Object.entries(all)) {
    const [method = '', path = ''] = route.split(' ')
    const parameters = path.includes('{') ? [{ name: 'id', in: 'path', required: true, schema: text }] : []
    const operation = {
      parameters,
      ...(schema && { requestBody: body(schema) }),
      responses: { default: { description: 'It.' } },
    }
    paths[path] = { ...paths[path], [method]: operation }
  }
  return { openapi: '3.1.0', info: { title: 'A sender', version }, servers: [{ url: '/api' }], paths }
}
