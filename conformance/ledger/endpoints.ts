import { inSection, type Statement } from './statement.js'

const all = inSection('Endpoints')
const terms = inSection('Endpoints, GET /terms-and-conditions')
const signings = inSection('Endpoints, GET /customers/{id}/required-signings')
const abilities = inSection('Endpoints, GET /customers/{id}/abilities')
const customers = inSection('Endpoints, POST /customers')
const documents = inSection('Endpoints, specification documents')
const sandbox = inSection('Endpoints, sandbox simulation')
const idempotency = inSection('Endpoints, idempotency')

/** Endpoints: terms, required signings, abilities, customers, specification documents, sandbox, idempotency. */
export const endpointsStatements: readonly Statement[] = [
  all.judged(
    'Requests need X-API-Key unless stated.',
    'authentication/key-required',
    'authentication/scheme',
  ),
  all.judged('Any request may carry X-API-Version.', 'documents/shown', 'documents/statements'),
  all.judged('The described operations stand in the documents.', 'spec-documents/named-operations'),
  all.judged('The documents decide the statuses of an answer.', 'documents/status'),
  all.judged('The documents decide the media types of an answer.', 'documents/media-type'),
  all.judged('The documents decide the shapes of bodies.', 'documents/body'),
  all.judged('The documents decide the headers of an answer.', 'documents/headers'),
  all.unjudged('Operations of other groups.', 'not-promised', 'not shown in the specification'),
  terms.judged('country is required.', 'terms/country-required', 'documents/statements'),
  terms.judged('country takes an ISO 3166-1 alpha-3 code.', 'documents/statements'),
  terms.judged('200 with an array of items.', 'terms/items', 'documents/statements'),
  ...terms.each(
    ['id, a uuid', 'display_name, a string', 'url, a string'],
    (field) => `An item has ${field}.`,
    'terms/items',
  ),
  terms.judged(
    'For customers of 2026-08-01 one global document whatever the country.',
    'terms/global-document',
  ),
  signings.judged('An array of the outstanding documents.', 'required-signings/items'),
  signings.judged('A document that was signed is not outstanding.', 'required-signings/signed-is-gone'),
  ...signings.each(
    ['id', 'url', 'display_name'],
    (field) => `An item has ${field}.`,
    'required-signings/items',
  ),
  signings.judged(
    'From 2026-08-01 nothing outstanding is 200 with an empty list.',
    'required-signings/empty-is-200',
    'documents/statements',
    'documents/shown',
  ),
  signings.judged(
    'On earlier versions nothing outstanding is 409.',
    'required-signings/conflict-when-none',
    'documents/statements',
  ),
  signings.judged(
    'For customers of 2026-08-01 the document is there before identification.',
    'required-signings/before-identification',
  ),
  signings.judged(
    'For customers of 2026-08-01 the document is there at any point.',
    'required-signings/any-point',
  ),
  signings.unjudged(
    'Created under one version and read under another.',
    'not-promised',
    'both readings are defensible; noted by required-signings/mixed-versions',
  ),
  ...abilities.each(
    ['fiat_deposit', 'fiat_payout', 'a currencies array'],
    (part) => `The answer has ${part}.`,
    'abilities/fields',
  ),
  ...abilities.each(
    ['mint', 'redeem', 'onramp', 'offramp', 'swap'],
    (flow) => `${flow} is a flow of a currency; others are none.`,
    'abilities/flows',
    'documents/shown',
  ),
  abilities.unjudged('The full shape of the answer.', 'not-promised', 'not shown in the specification'),
  customers.judged('A customer is created.', 'customers/onboarding-order', 'idempotency/optional'),
  customers.judged('The version sent decides the onboarding order.', 'customers/onboarding-order'),
  customers.unjudged('The bodies of request and response.', 'not-promised', 'not shown in the specification'),
  documents.judged('GET /spec/versions lists the supported versions.', 'spec-documents/versions-list'),
  documents.judged('GET /spec/versions names the default.', 'spec-documents/default'),
  documents.judged('GET /spec/versions gives the location of each document.', 'spec-documents/locations'),
  documents.judged(
    'GET /spec/<date> returns the OpenAPI document of one version.',
    'spec-documents/dated',
    'spec-documents/each-listed',
  ),
  documents.judged('GET /spec returns the latest version.', 'spec-documents/latest'),
  documents.judged('GET /spec returns the full surface.', 'spec-documents/latest'),
  documents.judged('No key is needed.', 'spec-documents/no-key'),
  documents.unjudged(
    'What another date gets.',
    'not-promised',
    'not shown; noted by spec-documents/unlisted',
  ),
  sandbox.judged('The control of autoramps sets the status given.', 'operations/sandbox-autoramp'),
  sandbox.judged('The control of bank accounts sets the status given.', 'operations/sandbox-bank-account'),
  sandbox.judged(
    'A simulated transaction is of the autoramp given, and gets the state given.',
    'operations/sandbox-transaction',
  ),
  sandbox.judged(
    'The control of identifications approves and declines.',
    'operations/sandbox-identification',
  ),
  sandbox.unjudged(
    'Paths below /sandbox and their shapes.',
    'not-promised',
    'not shown in the specification',
  ),
  idempotency.judged('A POST may carry IDEMPOTENCY-KEY and need not.', 'idempotency/optional'),
  idempotency.judged('A retry gets the stored body.', 'idempotency/replay-body'),
  idempotency.judged('A retry gets the stored status.', 'idempotency/replay-status'),
  idempotency.judged('A retry gets no X-API-Version.', 'idempotency/replay-headers'),
  idempotency.judged('Only the same key makes a retry.', 'idempotency/other-key'),
  idempotency.judged('Retries that come at once are carried out once.', 'idempotency/concurrent'),
  ...['another body', 'another version', 'another operation', 'a refusal'].map((what) =>
    idempotency.unjudged(
      `What a used key gets with ${what}.`,
      'not-promised',
      'not shown; noted by an open rule',
    ),
  ),
]
