import { stringify } from 'yaml'
import { type Choices, laterVersion } from './choices.js'
import { inlined } from './inline.js'
import { query, quoteParameters, text, uuid } from './quote-parameters.js'
import { industrySchemas, laterSchemas, schemas } from './schemas.js'

type Json = Readonly<Record<string, unknown>>

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const json = (name: string): Json => ({ 'application/json': { schema: ref(name) } })
const counted = {
  'x-count': { required: true, schema: ref('Count') },
  vary: { schema: { type: 'array', items: {} } },
}
const answer = (name?: string, links?: Json): Json => ({
  description: 'It.',
  ...(links !== undefined && { links }),
  ...(name !== undefined && { content: json(name), headers: counted }),
})

const errorsOf = (route: string, { statuses, refusal }: Choices): Json => {
  const content = {
    'application/json': { schema: ref('Anything') },
    'text/plain': { schema: ref('Refusal') },
  }
  const words = { description: 'No.', content: { 'text/plain': { schema: ref('Refusal') } } }
  const shape = route.includes('identifications') ? 'Anything' : 'Version.Refusal'
  const either = { description: 'No.', content: { ...words.content, ...json(shape) } }
  if (refusal === 'text beside an object' && statuses === 'all') {
    const others = ['401', '403', '404', '409', '422'].map((code) => [code, words])
    return { '400': either, ...Object.fromEntries(others), '500': answer('Trouble') }
  }
  const refused = refusal === 'empty' ? answer() : { description: 'No.', content }
  if (statuses === 'success alone') return {}
  if (statuses === 'ranges') return { '4XX': refused, '5XX': answer('Trouble') }
  const codes = ['400', '401', '403', '404', '409', '422']
  return { ...Object.fromEntries(codes.map((code) => [code, refused])), '500': answer('Trouble') }
}

interface Part {
  readonly success: string
  readonly shows?: string
  readonly parameters?: readonly Json[]
  readonly takes?: string
  readonly tag?: string
  readonly links?: Json
}

/** Names the operation that reads an account, by its id or by its place. */
const accountLinks = ({ operationIds, prefix }: Choices): Json => {
  const place = prefix === 'paths' ? '~1api~1addresses' : '~1addresses'
  const target = operationIds
    ? { operationId: 'get_addresses_fiat_fiat_id_' }
    : { operationRef: `#/paths/${place}~1fiat~1{fiat_id}/get` }
  return { read: { ...target, parameters: { fiat_id: '$response.body#/account_id' } } }
}

const own = (name: string): Json => ({ name, in: 'path', required: true, schema: text })

const partsOf = (choices: Choices): Readonly<Record<string, Part>> => {
  const created = String(choices.created)
  const customer = [own('customer')]
  const consent = choices.signing === 'document' ? 'Consent.Document' : 'Consent.Content'
  const person = choices.customerBody === 'profile' ? 'Person.Profile' : 'Person.Two'
  return {
    'get /terms-and-conditions': {
      success: '200',
      shows: 'Terms',
      parameters: [query('country', text, true)],
    },
    'post /customers': { success: created, shows: 'Anything', takes: person },
    'get /customers/{customer}/required-signings': { success: '200', shows: 'Terms', parameters: customer },
    'get /customers/{customer}/abilities': { success: '200', shows: 'Snapshot', parameters: customer },
    'post /customers/{customer}/identifications/v2': {
      success: created,
      shows: 'Anything',
      parameters: customer,
      takes: choices.submissions === 'shown' ? 'Kyc.Submission' : 'Anything',
    },
    'get /autoramps/quote': { success: '200', shows: 'Offer', parameters: quoteParameters(choices) },
    'get /autoramps/{autoramp}': { success: '200', shows: 'Anything', parameters: [own('autoramp')] },
    'post /autoramps/{autoramp}/quotes': {
      success: created,
      shows: 'Anything',
      parameters: [own('autoramp')],
      takes: choices.autoramps === 'none' ? 'Anything' : 'Further',
    },
    ...(choices.autoramps === 'with rates' && {
      'get /autoramps/{autoramp}/quote': {
        success: '200',
        shows: 'Anything',
        parameters: [own('autoramp'), query('source_currency_code', text)],
      },
    }),
    ...(choices.autoramps !== 'none' && {
      'post /autoramps': {
        success: created,
        shows: 'Anything',
        takes: choices.quotePosted === 'alone' ? 'Anything' : 'Opening',
      },
    }),
    ...(choices.signing !== 'none' && {
      'post /customers/{customer}/signings': {
        success: created,
        shows: 'Anything',
        parameters: customer,
        takes: consent,
      },
    }),
    ...(choices.customer === 'wrapped' && {
      'get /customers/{customer}': { success: '200', shows: 'Anything', parameters: customer },
    }),
    ...(choices.addresses && {
      [`post ${choices.accountPath}`]: {
        success: created,
        shows: 'Anything',
        takes: 'Account',
        ...(choices.accountReads !== 'none' && { links: accountLinks(choices) }),
      },
    }),
    ...(choices.accountReads !== 'none' && {
      'get /addresses/fiat': {
        success: '200',
        shows: 'Anything',
        parameters: [query('customer_id', uuid, true)],
      },
      'get /addresses/fiat/{fiat_id}': { success: '200', shows: 'Anything', parameters: [own('fiat_id')] },
      'delete /addresses/fiat/{fiat_id}': {
        success: choices.accountReads === 'gone' ? '204' : '200',
        ...(choices.accountReads === 'kept' && { shows: 'Anything' }),
        parameters: [own('fiat_id')],
      },
    }),
    ...(choices.publishing && {
      'post /sandbox/terms': { success: '200', shows: 'Anything', takes: 'Anything' },
    }),
    ...(choices.marketData && {
      'get /cryptocurrencies': { success: '200', shows: 'Anything', tag: 'Market data' },
    }),
  }
}

const common: readonly Json[] = [
  { name: 'X-API-Version', in: 'header', required: false, schema: text },
  { name: 'X-SUB-PARTNER-ID', in: 'header', required: false, schema: text },
]

const headersOf = (route: string, { requiredHeaders }: Choices): Json[] =>
  requiredHeaders
    .filter((name) => name !== 'idempotency-key' || route.startsWith('post'))
    .map((name) => ({ name, in: 'header', required: true, schema: { type: 'string', format: 'uuid' } }))

const operationOf = (route: string, part: Part, choices: Choices): Json => ({
  ...(choices.operationIds && { operationId: route.replaceAll(/[^a-z]+/g, '_') }),
  tags: [part.tag ?? 'Ramps'],
  parameters: [
    ...(part.parameters ?? []),
    ...(choices.headersDocumented ? common : []),
    ...headersOf(route, choices),
  ],
  ...(part.takes !== undefined && { requestBody: { required: true, content: json(part.takes) } }),
  responses: { [part.success]: answer(part.shows, part.links), ...errorsOf(route, choices) },
})

/** The document of one version, made by hand: it shares nothing with the reference documents. */
export const documentOf = (version: string, choices: Choices): Json => {
  const paths: Record<string, Record<string, Json>> = {}
  for (const [route, part] of Object.entries(partsOf(choices))) {
    const [method = '', path = ''] = route.split(' ')
    const place = choices.prefix === 'paths' ? `/api${path}` : path
    paths[place] = { ...paths[place], [method]: operationOf(route, part, choices) }
  }
  const ofIndustry = version < '2026-08-01' ? industrySchemas.before : industrySchemas.since
  const known = {
    ...schemas,
    ...(version >= laterVersion && laterSchemas),
    ...(choices.oldIndustry === 'untold' && ofIndustry),
  }
  const document = {
    openapi: choices.openapi,
    info: { title: 'A ramp', version },
    servers: [{ url: choices.prefix === 'paths' ? '/' : '/api' }],
    ...(choices.headersDocumented && { security: [{ key: [] }] }),
    paths,
    components: {
      schemas: known,
      ...(choices.headersDocumented && {
        securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      }),
    },
  }
  return choices.inlined ? inlined(document) : document
}

/** A document as it is served. */
export const printed = (document: unknown, { format }: Choices): string =>
  format === 'yaml' ? stringify(document) : JSON.stringify(document)
