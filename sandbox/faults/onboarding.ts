import { countryTerms, approvedIdentification } from '../customer/customers.js'
import type { ServedResponse } from '../pipeline/response.js'
import type { ResponseContext } from '../pipeline/fault-set.js'
import {
  asked,
  asking,
  body,
  customerOf,
  empty,
  isNewest,
  isUnversioned,
  json,
  on,
  respond,
  skips,
  type When,
} from './changes.js'
import { add, type Edit, remove, replace, fault, faultsOf, type Hooks } from './fault.js'

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

const hasGlobalTerms: When = ({ service, version = '' }) => service.behavioursOf(version)['global-terms']

const betweenChains: When = ({ values: { query = {} } = {} }) =>
  'source_currency_chain' in query && 'destination_currency_chain' in query

const firstItem = body((items) => (Array.isArray(items) ? items.slice(0, 1) : items))

const noItems = body(() => [])

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
  'terms/items': fault(on(`${terms} 200`, json(remove('/*/url'))), required)`
    leaves the url out of every terms item`,
  'terms/country-required': fault(
    asked(terms, 'country', 'DEU', (query) => !query.has('country')),
  )`answers the terms without a country`,
  'terms/global-document': fault(on(`${terms} 200`, json(byCountry), hasGlobalTerms))`
    answers another document per country where one is global`,
  'terms/by-country': fault(on(`${terms} 200`, firstItem))`lists the same terms for every country`,
  'required-signings/items': fault(on(`${signings} 200`, json(remove('/*/display_name'))), required)`
    leaves the display_name out of every outstanding document`,
  'required-signings/empty-is-200': fault({ behaviours: { 'empty-signings-list': false } }, undeclared)`
    answers 409 on every version when nothing is outstanding`,
  'required-signings/conflict-when-none': fault({ behaviours: { 'empty-signings-list': true } })`
    answers 200 with an empty list on every version when nothing is outstanding`,
  'required-signings/before-identification': fault(
    on(`${signings} 200`, noItems, (about) => owesGlobalTerms(about) && !isIdentified(about)),
    { 'required-signings/any-point': 'the document is hidden after a refused identification too' },
  )`hides the global document until the customer is identified`,
  'required-signings/any-point': fault(goneOnceTried)`
    hides the global document from customers with a submitted identification`,
  'required-signings/signed-is-gone': fault(neverGone)`
    keeps signed documents among the required signings of the newest version`,
  'required-signings/one-document': fault({
    signings: (owed, customer, { behavioursOf, random }) =>
      behavioursOf(customer.version)['global-terms'] ? [...owed, ...countryTerms(random, undefined)] : owed,
  })`has two documents outstanding where one is global`,
  'customers/terms-first': fault(skips('terms-first'))`
    accepts an identification of customers that did not sign`,
  'customers/onboarding-order': fault({ behaviours: { 'signings-first': false } })`
    starts every customer with its identification`,
  'customers/onboarding-default': fault(
    on('createCustomer 201', json(add('/status', 'SigningsRequired')), isUnversioned),
    readOtherwise,
  )`shows a customer that was created without a version in SigningsRequired`,
  'customers/pinned': fault(on('getCustomerById 200', json(byHeader)))`
    shows a customer in the first state of the version that it is read with`,
  'abilities/fields': fault(on('getCustomerAbilities 200', json(remove('/currencies'))), required)`
    leaves the currencies out of the abilities`,
  'abilities/flows': fault(
    on('getCustomerAbilities 200', (response) => ({
      ...response,
      body: String(response.body).replaceAll(/"(swap|onramp)"/gi, '"convert"'),
    })),
    enumerated,
  )`names a flow convert`,
  'abilities/rail-status': fault(
    on('getCustomerAbilities 200', json(add('/fiat_payout/eur/sepa', 'Open'))),
    enumerated,
  )`names a rail Open`,
  'abilities/offered': fault(
    on('getAutorampQuote 200', respond(400, 'there is no such conversion'), betweenChains),
  )`refuses every quote of crypto for crypto`,
  'autoramp/read': fault(on('getAutorampById 200', respond(404, 'autoramp not found')))`
    does not find any autoramp that is read by its id`,
  'autoramp/same': fault(on('getAutorampById 200', json(add('/id', nobody))))`
    answers another id for the autoramp that is read`,
  'autoramp/unknown-id': fault(on('getAutorampById 404', empty()), {
    'answers/status': 'the document has no 204 there',
  })`answers an empty 204 for an unknown autoramp`,
  'autoramp/deposit-rails': fault(on('getAutorampById 200', json(add('/deposit_rails', {}))), {
    'answers/body': 'the document has an array there',
  })`answers the rails of an autoramp by their names`,
  'autoramp/further-served': fault(on('attachQuoteToAutoramp 201', respond(400, 'no further quotes')))`
    refuses further quotes`,
  'autoramp/market-quotes': fault(skips('market-quotes'))`
    accepts further quotes for autoramps that were made without one`,
  'autoramp/changed-quote': fault(skips('signature'))`
    makes autoramps from quotes that were changed after they were signed`,
  'autoramp/registered-account': fault(skips('recipient-account'))`
    pays another account of the customer where the one of an autoramp is not registered`,
  'operations/pages': fault(
    asked('getAllCustomers', 'sort_order', undefined, (query) => query.has('cursor')),
  )`forgets the order of customers after the first page`,
  'operations/filters': fault(
    asking('getAllCustomers', (query) => {
      const [type] = query.get('customer_type') ?? []
      if (type !== undefined) query.set('customer_type', [type])
    }),
  )`lists customers of the first type only, when several are asked for`,
  'operations/sandbox-autoramp': fault(
    showing('updateSandboxAutorampStatus getAutorampById', 'status', 'Authorized'),
  )`leaves an autoramp Authorized, whatever the control sets`,
  'operations/sandbox-bank-account': fault(
    showing('updateSandboxFiatAddressVerificationStatus getFiatAddress', 'status', 'RegistrationPending'),
  )`leaves a bank account RegistrationPending, whatever the control sets`,
  'operations/sandbox-identification': fault(
    showing('updateSandboxIdentificationStatus getIdentificationById', 'status', 'Pending'),
  )`leaves an identification Pending, whatever the control decides`,
  'operations/sandbox-transaction': fault(showing('createSandboxTransaction', 'customer_id', nobody))`
    simulates transactions of another customer`,
})
