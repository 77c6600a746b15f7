import { countryTerms, approvedIdentification } from '../onboarding/onboarding.js'
import type { ServedResponse } from '../pipeline/response.js'
import type { ResponseContext } from '../pipeline/fault-set.js'
import {
  asking,
  body,
  both,
  customerOf,
  empty,
  isNewest,
  isUnversioned,
  json,
  on,
  respond,
  skips,
} from './changes.js'
import { add, type Edit, remove, replace, faultsOf, type Hooks } from './fault.js'

const signings = 'getCustomerRequiredSignings'
const terms = 'getAllCurrentTermsAndConditions'
const nobody = '11111111-1111-4111-8111-111111111111'

/** Whether the customer in the path is identified. */
export function isIdentified(about: ResponseContext): boolean {
  const customer = customerOf(about)
  return customer !== undefined && approvedIdentification(about.service.store, customer) !== undefined
}

const owesGlobalTerms = (about: ResponseContext): boolean => {
  const customer = customerOf(about)
  return customer !== undefined && about.service.behavioursOf(customer.version)['global-terms']
}

/** Other documents for every country. */
const byCountry: Edit<ResponseContext> = (items, { service, values }) => {
  const country = String(values?.query['country'])
  add('/*/id', service.random.named(`fault:${country}`))(items, undefined)
  replace('/*/url', (url) => `${String(url)}/${country}`)(items, undefined)
}

/** The first state of the requested version instead of the customer's version. */
const byHeader: Edit<ResponseContext> = (customer, { service, version = '' }) => {
  if (customer['status'] !== 'SigningsRequired' && customer['status'] !== 'IdentificationRequired') return
  const signsFirst = service.behavioursOf(version)['signings-first']
  customer['status'] = signsFirst ? 'SigningsRequired' : 'IdentificationRequired'
}

/** In the newest version, all documents that a customer ever had to sign stay outstanding. */
const neverGone = (): Hooks => {
  const seen = new Map<unknown, ServedResponse>()
  return on(`${signings} 200`, (response, about) => {
    const id = about.values?.path['id']
    const isEmpty = response.body === '[]'
    if (!isEmpty) seen.set(id, response)
    return isEmpty && isNewest(about, response) ? (seen.get(id) ?? response) : response
  })
}

/** In the newest version, nothing is outstanding for a customer that once submitted an identification. */
const goneOnceTried = (): Hooks => {
  const tried = new Set<unknown>()
  return on(
    `createCustomerIdentificationV2 ${signings}`,
    (response, { operationId, values }) => {
      const id = values?.path['id']
      if (operationId !== signings) tried.add(id)
      return operationId === signings && tried.has(id) ? { ...response, body: '[]' } : response
    },
    isNewest,
  )
}

/** Sets a member in successful responses, whatever the sandbox's control did. */
export function showing(operations: string, name: string, value: string): Hooks {
  return on(`${operations} 2xx`, json(add(`/${name}`, value)))
}

export const required = { 'answers/body': 'the document requires the field' }

export const enumerated = { 'answers/body': 'the document enumerates the values' }

export const undeclared = { 'answers/undeclared-refusal': 'the newest document has no 409 there' }

export const readOtherwise = { 'customers/pinned': 'the customer changes at once' }

/** Faults in terms, signings, abilities, the order of onboarding, autoramps and the sandbox's controls. */
export const onboardingFaults = faultsOf({
  'terms/items': [
    'leaves the url out of every terms item',
    on(`${terms} 200`, json(remove('/*/url'))),
    required,
  ],
  'terms/country-required': [
    'answers the terms without a country',
    asking(terms, (query) => {
      if (!query.has('country')) query.set('country', ['DEU'])
    }),
  ],
  'terms/global-document': [
    'answers another document per country where one is global',
    on(
      `${terms} 200`,
      json(byCountry),
      ({ service, version = '' }) => service.behavioursOf(version)['global-terms'],
    ),
  ],
  'terms/by-country': [
    'lists the same terms for every country',
    on(
      `${terms} 200`,
      body((items) => (Array.isArray(items) ? items.slice(0, 1) : items)),
    ),
  ],
  'required-signings/items': [
    'leaves the display_name out of every outstanding document',
    on(`${signings} 200`, json(remove('/*/display_name'))),
    required,
  ],
  'required-signings/empty-is-200': [
    'answers 409 on every version when nothing is outstanding',
    { behaviours: { 'empty-signings-list': false } },
    undeclared,
  ],
  'required-signings/conflict-when-none': [
    'answers 200 with an empty list on every version when nothing is outstanding',
    { behaviours: { 'empty-signings-list': true } },
  ],
  'required-signings/before-identification': [
    'hides the global document until the customer is identified',
    on(
      `${signings} 200`,
      body(() => []),
      both(owesGlobalTerms, (about) => !isIdentified(about)),
    ),
    { 'required-signings/any-point': 'the document is hidden after a refused identification too' },
  ],
  'required-signings/any-point': [
    'hides the global document from customers with a submitted identification',
    goneOnceTried,
  ],
  'required-signings/signed-is-gone': [
    'keeps signed documents among the required signings of the newest version',
    neverGone,
  ],
  'required-signings/one-document': [
    'has two documents outstanding where one is global',
    {
      signings: (owed, customer, { behavioursOf, random }) =>
        behavioursOf(customer.version)['global-terms'] ? [...owed, ...countryTerms(random, undefined)] : owed,
    },
  ],
  'customers/terms-first': ['accepts an identification of customers that did not sign', skips('terms-first')],
  'customers/onboarding-order': [
    'starts every customer with its identification',
    { behaviours: { 'signings-first': false } },
  ],
  'customers/onboarding-default': [
    'shows a customer that was created without a version in SigningsRequired',
    on('createCustomer 201', json(add('/status', 'SigningsRequired')), isUnversioned),
    readOtherwise,
  ],
  'customers/pinned': [
    'shows a customer in the first state of the version that it is read with',
    on('getCustomerById 200', json(byHeader)),
  ],
  'abilities/fields': [
    'leaves the currencies out of the abilities',
    on('getCustomerAbilities 200', json(remove('/currencies'))),
    required,
  ],
  'abilities/flows': [
    'names a flow convert',
    on('getCustomerAbilities 200', (response) => ({
      ...response,
      body: String(response.body).replaceAll(/"(swap|onramp)"/gi, '"convert"'),
    })),
    enumerated,
  ],
  'abilities/rail-status': [
    'names a rail Open',
    on('getCustomerAbilities 200', json(add('/fiat_payout/eur/sepa', 'Open'))),
    enumerated,
  ],
  'abilities/offered': [
    'refuses every quote of crypto for crypto',
    on(
      'getAutorampQuote 200',
      respond(400, 'there is no such conversion'),
      ({ values: { query = {} } = {} }) =>
        'source_currency_chain' in query && 'destination_currency_chain' in query,
    ),
  ],
  'autoramp/read': [
    'does not find any autoramp that is read by its id',
    on('getAutorampById 200', respond(404, 'autoramp not found')),
  ],
  'autoramp/same': [
    'answers another id for the autoramp that is read',
    on('getAutorampById 200', json(add('/id', nobody))),
  ],
  'autoramp/unknown-id': [
    'answers an empty 204 for an unknown autoramp',
    on('getAutorampById 404', empty()),
    { 'answers/status': 'the document has no 204 there' },
  ],
  'autoramp/deposit-rails': [
    'answers the rails of an autoramp by their names',
    on('getAutorampById 200', json(add('/deposit_rails', {}))),
    { 'answers/body': 'the document has an array there' },
  ],
  'autoramp/further-served': [
    'refuses further quotes',
    on('attachQuoteToAutoramp 201', respond(400, 'no further quotes')),
  ],
  'autoramp/market-quotes': [
    'accepts further quotes for autoramps that were made without one',
    skips('market-quotes'),
  ],
  'operations/pages': [
    'forgets the order of customers after the first page',
    asking('getAllCustomers', (query) => {
      if (query.has('cursor')) query.delete('sort_order')
    }),
  ],
  'operations/filters': [
    'lists customers of the first type only, when several are asked for',
    asking('getAllCustomers', (query) => {
      const [type] = query.get('customer_type') ?? []
      if (type !== undefined) query.set('customer_type', [type])
    }),
  ],
  'operations/sandbox-autoramp': [
    'leaves an autoramp Authorized, whatever the control sets',
    showing('updateSandboxAutorampStatus getAutorampById', 'status', 'Authorized'),
  ],
  'operations/sandbox-bank-account': [
    'leaves a bank account RegistrationPending, whatever the control sets',
    showing('updateSandboxFiatAddressVerificationStatus getFiatAddress', 'status', 'RegistrationPending'),
  ],
  'operations/sandbox-identification': [
    'leaves an identification Pending, whatever the control decides',
    showing('updateSandboxIdentificationStatus getIdentificationById', 'status', 'Pending'),
  ],
  'operations/sandbox-transaction': [
    'simulates transactions of another customer',
    showing('createSandboxTransaction', 'customer_id', nobody),
  ],
})
