import {
  asText,
  ofQuote,
  optional,
  quoteAnswers,
  schema,
  undocumented,
} from '../../../sandbox/faults/documents.js'
import { documents, isNewestVersion, json, on } from '../../../sandbox/faults/changes.js'
import { add, type Edit, objectIn, omit, remove, replace } from '../../../sandbox/faults/edit.js'
import { faultsOf, type Hooks, type Rows } from '../../../sandbox/faults/fault.js'
import { defaultVersion } from '../../../versions/index.js'

/** Whether a version is not the newest. */
function isEarlierVersion(version: string, newest: string): boolean {
  return version !== newest
}

const details = 'BusinessQuestionnaireBusinessDetails'
const records = [details, 'SolePropBusinessDetails']

/** Omits something from the document at /spec that the newest dated one has. */
const latestWithout = (edit: Edit): Hooks =>
  on('getLatestSpec', (answer, about) => json(edit)(asText(answer, about), about))

const required = (record: string, name: string): Edit => add(`${schema(record)}/required/-`, name)

/** Sets a keyword of a parameter of the quote, in a schema of its own. */
const limit = (name: string, keyword: string, value: unknown): Hooks =>
  ofQuote(
    [name],
    replace('/schema', (was) => ({ ...objectIn(was), [keyword]: value })),
  )

const inAll = { 'enumerations/older-documents': 'earlier documents have the same list' }
const listed = { 'answers/body': 'the document lists the statuses' }

/** Enumerations of the documents, each with a value that is left out. */
const left: Readonly<Record<string, string>> = {
  Blockchain: 'Arc',
  DepositAccountType: 'ChapsFps',
  PaymentNetwork: 'Chats',
  NetworkFeeType: 'SeismicExecutionFee',
  FeeSettlement: 'settledLater',
  RateExpiryPolicy: 'Return',
  IdentificationStatus: 'Archived',
}

/** Enumerations of the documents, each with a value that is added. */
const added: Readonly<Record<string, string>> = { Blockchain: 'Dogecoin', FeeSettlement: 'never' }

const archived = {
  ...inAll,
  'answers/body': 'an identification that the run archived has the status that the document lacks',
}

const enumerations: Rows = {
  ...Object.fromEntries(
    Object.entries(left).map(([name, value]) => [
      `enumerations/documents:${name}-${value}`.toLowerCase(),
      [
        `lacks ${value} in the ${name} of the documents`,
        documents(omit(`${schema(name)}/enum`, value)),
        value === 'Archived' ? archived : inAll,
      ],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(added).map(([name, value]) => [
      `enumerations/documents:${name}-with-${value}`.toLowerCase(),
      [
        `lists ${value} in the ${name} of the documents`,
        documents(add(`${schema(name)}/enum/-`, value)),
        inAll,
      ],
    ]),
  ),
}

/** Required members of records, which the documents have as optional. */
const freed = ['SignedAutorampQuote signature', 'Fee banking_fee', 'Amount currency', 'PartnerFee label']

/** Required members of records, which the documents do not have. */
const lost = [
  'SignedAutorampQuote is_third_party',
  'NetworkFeeWithSettlement fee_amount',
  'Crypto blockchain',
  'BankAccountACHIdentifier routing_number',
]

const members: Rows = Object.fromEntries([
  ...freed.map((member) => {
    const [record = '', name = ''] = member.split(' ')
    const does = `documents ${name} of ${record} as optional`
    return [`quote/document-record:${record}-${name}-optional`, [does, documents(optional(record, name))]]
  }),
  ...lost.map((member) => {
    const [record = '', name = ''] = member.split(' ')
    const does = `does not document ${name} of ${record}`
    return [`quote/document-record:${record}-${name}-missing`, [does, documents(undocumented(record, name))]]
  }),
])

/** Parameters of the quote, each with another limit. */
const limits: readonly (readonly [name: string, keyword: string, value: unknown])[] = [
  ['source_currency_code', 'maxLength', 64],
  ['recipient_account', 'maxLength', 255],
  ['expiry_in_hours', 'maximum', 48],
  ['additional_in_currency_chains', 'maxItems', 17],
  ['pay_by_reference', 'default', true],
]

/** Parameters of the quote, each with another type. */
const types: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  fee_profile_id: { type: 'string', format: 'uri' },
  amount_out: { type: 'number' },
  rate_lock_duration_minutes: { type: 'integer', format: 'int32' },
  batch_payout: { type: 'string' },
}

const dashed = (name: string): string => name.replaceAll('_', '-')

const ofParameters: Rows = {
  ...Object.fromEntries(
    limits.map(([name, keyword, value]) => [
      `quote/document-limits:${dashed(name)}-${keyword}`.toLowerCase(),
      [`documents ${keyword} ${String(value)} for ${name}`, limit(name, keyword, value)],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(types).map(([name, shape]) => [
      `quote/document-types:${dashed(name)}`,
      [`documents ${name} as ${Object.values(shape).join(' ')}`, ofQuote([name], add('/schema', shape))],
    ]),
  ),
}

/** Faults in what single documents say, or do not say. */
export const documentVariants = [
  ...faultsOf(enumerations),
  ...faultsOf(members),
  ...faultsOf(ofParameters),
  ...faultsOf({
    'enumerations/identification-status:rejected': [
      'calls a declined identification Rejected',
      on(
        'getIdentificationById 200',
        json(replace('/status', (was) => (was === 'Declined' ? 'Rejected' : was))),
      ),
      listed,
    ],
    'enumerations/identification-status:closed': [
      'calls an archived identification Closed',
      on(
        '* 2xx',
        json(replace('/status', (was) => (was === 'Archived' ? 'Closed' : was))),
        ({ operationId = '' }) => /identification/i.test(operationId),
      ),
      listed,
    ],
    'enumerations/event-kinds:delivered': [
      'tells no deliveries of refunds apart',
      documents(
        remove(`${schema('WebhookContainer')}/discriminator/mapping/transaction_refunded`),
        isNewestVersion,
      ),
    ],
    'spec-documents/locations:stray': [
      'gives the place of the oldest document as that of the second version',
      on(
        'listSpecVersions',
        json(({ versions }) => {
          const [oldest, second] = Array.isArray(versions) ? versions.map(objectIn) : []
          Object.assign(second ?? {}, oldest, { version: second?.['version'] })
        }),
      ),
      {
        'autoramp/rail-document': 'the document of another version has no FedNow rail',
        'versioning/response-shapes': 'the document before it seems to lack the rail',
      },
    ],
    'spec-documents/default:none': [
      'names no default in /spec/versions',
      on('listSpecVersions', json(remove('/default'))),
    ],
    'spec-documents/latest:operation': [
      'leaves PUT /customers/{id} out of the document at /spec',
      latestWithout(remove('/paths/~1customers~1{id}/put')),
    ],
    'spec-documents/latest:member': [
      'leaves the signature of a quote out of the document at /spec',
      latestWithout(remove(`${schema('SignedAutorampQuote')}/properties/signature`)),
    ],
    'spec-documents/named-operations:none': [
      'leaves every path out of the first document',
      documents(add('/paths', {}), (version) => version === defaultVersion),
      {
        'documents/shown': 'what has no operations needs no key',
        'versioning/listed-changes': 'every operation of the next document is new',
      },
    ],
    'authentication/scheme:open-terms': [
      'documents the terms as open to anyone',
      documents(add('/paths/~1terms-and-conditions/get/security', [])),
    ],
    'documents/statements:industry': [
      'shows the industry in the newest document alone, and has it optional there',
      {
        document: (document, version, newest) => {
          const change = version === newest ? optional : undocumented
          for (const record of records) change(record, 'industry')(document, undefined)
        },
      },
    ],
    'documents/statements:industry-early': [
      'requires the industry in earlier documents',
      documents(required(details, 'industry'), isEarlierVersion),
    ],
    'documents/statements:industry-type': [
      'has no industry_type in earlier documents',
      documents(undocumented(details, 'industry_type'), isEarlierVersion),
    ],
    'documents/statements:birth-state': [
      'requires birth_place.state in the newest document',
      documents(required('BirthPlace', 'state'), isNewestVersion),
    ],
    'documents/statements:conflict': [
      'lists no 409 for required signings in earlier documents',
      documents(remove('/paths/~1customers~1{id}~1required-signings/get/responses/409'), isEarlierVersion),
    ],
    'documents/statements:currencies': [
      'has no currencies in the abilities of the documents',
      documents(undocumented('CustomerAbilities', 'currencies')),
    ],
    'documents/statements:transaction-status': [
      'has no transaction_status in the message of that name',
      documents(undocumented('WebhookTransactionStatusMessage', 'transaction_status')),
    ],
    'documents/shown:flow': [
      'documents no flow Swap of a currency',
      documents(omit(`${schema('AutorampType')}/enum`, 'Swap')),
      { 'answers/body': 'answers still have the flow' },
    ],
    'documents/shown:refund': [
      'documents refunds under another name',
      documents((document) => {
        const name = 'WebhookTransactionRefundedMessage'
        const text = JSON.stringify(document).replaceAll(name, 'RefundMessage')
        remove(schema(name))(document, undefined)
        Object.assign(document, JSON.parse(text))
      }),
    ],
    'quote/document-shown:limit': [
      'documents no limit of recipient_account',
      ofQuote(['recipient_account'], add('/schema', { type: 'string' })),
    ],
    'quote/document-shown:fee': [
      'documents deducted_fee as if it were not deprecated',
      documents(remove(`${schema('Fee')}/properties/deducted_fee/deprecated`)),
    ],
    'quote/document-record:rate-number': [
      'documents the rate as a number',
      documents(add(`${schema('SignedAutorampQuote')}/properties/rate`, { type: 'number' })),
      { 'answers/body': 'quotes state the rate in a string' },
    ],
    'quote/document-record:intermediary-required': [
      'documents intermediary_bic as required',
      documents(required('BankAccountSWIFTIdentifier', 'intermediary_bic')),
    ],
    'quote/document-limits:fps-digits': [
      'documents digits in fps_payment_reference',
      documents(
        add(`${schema('SignedAutorampQuote')}/properties/fps_payment_reference/pattern`, '^[A-Za-z0-9]*$'),
      ),
    ],
    'quote/document-parameters:unknown': [
      'does not document fee_profile_id',
      documents(omit('/paths/~1autoramps~1quote/get/parameters', 'fee_profile_id')),
    ],
    'quote/document-parameters:body': [
      'documents a body for the quote',
      documents(
        add('/paths/~1autoramps~1quote/get/requestBody', {
          content: { 'application/json': { schema: { type: 'object' } } },
        }),
      ),
    ],
    'quote/document-parameters:version': [
      'documents X-API-Version as required',
      documents(add('/components/parameters/XApiVersion/required', true)),
      { 'documents/statements': 'the header is optional on every operation' },
    ],
    'quote/document-responses:trace-id': [
      'documents 500 of the quote as {"type":"object","properties":{"message":{"type":"string"}}}',
      quoteAnswers('500', { type: 'object', properties: { message: { type: 'string' } } }),
    ],
    'quote/document-responses:not-found': [
      'documents 404 of the quote as {"type":"object"}',
      quoteAnswers('404', { type: 'object' }),
    ],
  }),
]
