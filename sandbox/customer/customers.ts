import { type Store, clearPartner, removeCustomer } from '../state/store.js'
import type { TermsLink, Customer } from '../api/schemas.js'
import { defined } from '../primitives/defined.js'
import type { SeededRandom } from '../primitives/environment.js'
import type { CustomerRecord, CustomerHold, CustomerState } from '../state/records.js'
import {
  newest,
  ofCustomer,
  type Entity,
  type Repository,
  type Scope,
  requireRecord,
  pageOf,
} from '../state/repository.js'
import { toAlpha3 } from '../primitives/countries.js'
import type { Service, Call, Handlers, QueryOf } from '../service/service.js'
import { badRequest, notFound } from '../primitives/refusal.js'

/** The edition of the global terms that a partner's customers have to sign; the first is 1. */
export function termsEdition({ accounts }: Store, partnerId: string): number {
  return accounts.find(partnerId, partnerId)?.termsEdition ?? 1
}

const link = (random: SeededRandom, path: string, name: string): TermsLink => ({
  id: random.named(`terms:${path}`),
  display_name: name,
  url: `https://terms.sandbox.example/${path}`,
})

/** The document for customers pinned to global terms, in any country; each edition is a new document. */
export function globalTerms(random: SeededRandom, edition: number): readonly TermsLink[] {
  if (edition === 1) return [link(random, 'global', 'Global terms and conditions')]
  return [link(random, `global/${edition}`, `Global terms and conditions, edition ${edition}`)]
}

/** The documents of a country (alpha-3) in the older onboarding order; without one only the general part. */
export function countryTerms(random: SeededRandom, country: string | undefined): readonly TermsLink[] {
  const general = link(random, 'general', 'General terms and conditions')
  if (country === undefined) return [general]
  return [general, link(random, `countries/${country}`, `Country terms for ${country}`)]
}

/** The customer's newest approved identification; with one the customer counts as identified. */
export function approvedIdentification({ identifications }: Store, customer: CustomerRecord) {
  return newest(identifications, ofCustomer(customer), ({ status }) => status === 'Approved')
}

/** All documents that a customer has to sign, signed or not; those of a country once it is known. */
const allTerms = (service: Service, customer: CustomerRecord): readonly TermsLink[] => {
  const { random, store } = service
  if (service.behavioursOf(customer.version)['global-terms'])
    return globalTerms(random, termsEdition(store, customer.partnerId))
  const identification = approvedIdentification(store, customer)
  if (identification === undefined) return []
  return countryTerms(random, toAlpha3(identification.country))
}

/** The documents that a customer has not signed yet (GET /customers/{id}/required-signings). */
export function outstandingTerms(service: Service, customer: CustomerRecord): readonly TermsLink[] {
  const signed = new Set<string>()
  for (const signing of service.store.signings.walk(ofCustomer(customer), { order: 'oldest-first' }))
    signed.add(signing.documentId)
  return service.faults
    .signings(allTerms(service, customer), customer, service)
    .filter((terms) => !signed.has(terms.id))
}

type Step = Exclude<CustomerState, 'Active' | CustomerHold>

const termsFirst: readonly Step[] = ['SigningsRequired', 'IdentificationRequired']
const identificationFirst: readonly Step[] = ['IdentificationRequired', 'SigningsRequired']

const isDone = (service: Service, customer: CustomerRecord, step: Step): boolean =>
  step === 'SigningsRequired'
    ? outstandingTerms(service, customer).length === 0
    : approvedIdentification(service.store, customer) !== undefined

/** The hold of a customer, or the first missing step in the order of its version (Customer onboarding). */
const stateOf = (service: Service, customer: CustomerRecord): CustomerState => {
  const signsFirst = service.behavioursOf(customer.version)['signings-first']
  const order = signsFirst ? termsFirst : identificationFirst
  return customer.hold ?? order.find((step) => !isDone(service, customer, step)) ?? 'Active'
}

/** Updates and saves a customer's state. */
export function settle(service: Service, customer: CustomerRecord): CustomerRecord {
  const settled = { ...customer, state: stateOf(service, customer), updatedAt: service.clock() }
  service.store.customers.save(settled)
  return settled
}

const recordsOf = <T extends Entity>(repository: Repository<T>, customer: CustomerRecord): T[] => [
  ...repository.walk(ofCustomer(customer), { order: 'oldest-first' }),
]

/** A customer as the documents show it. */
export function renderCustomer({ store }: Service, customer: CustomerRecord): Customer {
  const identifications = recordsOf(store.identifications, customer)
  return {
    id: customer.id,
    partner_id: customer.partnerId,
    customer_type: customer.type,
    name: customer.name,
    email: customer.email,
    status: customer.state,
    identification_ids: identifications.map(({ id }) => id),
    signing_ids: recordsOf(store.signings, customer).map(({ id }) => id),
    created_at: customer.createdAt.toISOString(),
    updated_at: customer.updatedAt.toISOString(),
    ...defined({ external_id: customer.externalId, identification_status: identifications.at(-1)?.status }),
  }
}

type Owner = Pick<Call<'getCustomerById'>, 'service' | 'partnerId' | 'subPartnerId'>

/** Whether a customer belongs to the sub-partner in the request, or the request names none. */
export function isVisible({ subPartnerId }: Owner, customer: CustomerRecord | undefined): boolean {
  return subPartnerId === undefined || customer?.subPartnerId === subPartnerId
}

/** The partner's customer with this id, within the sub-partner in the request. Throws `Refusal` 404. */
export function customerOf(owner: Owner, id: string): CustomerRecord {
  const customer = requireRecord(owner.service.store.customers, owner.partnerId, id, 'customer')
  if (!isVisible(owner, customer)) throw notFound('customer')
  return customer
}

/** A record of a visible customer. Throws `Refusal` 404 for the customer, then for the record, called `what`. */
export function ownedRecord<T extends Entity & { readonly customerId: string }>(
  owner: Owner,
  customerId: string,
  repository: Repository<T>,
  id: string,
  what: string,
): T {
  customerOf(owner, customerId)
  const record = requireRecord(repository, owner.partnerId, id, what)
  if (record.customerId !== customerId) throw notFound(what)
  return record
}

export const archived = 'the customer is archived and cannot change any more'

const byExternalId = ({ service, partnerId }: Owner, externalId: string): CustomerRecord | undefined =>
  newest(service.store.customers, { partnerId, index: 'external', value: externalId })

/** An empty external id counts as none. */
const externalIdOf = ({ external_id: id }: { readonly external_id?: string }): string | undefined =>
  id === '' ? undefined : id

const checkExternalId = (owner: Owner, externalId: string | undefined, customerId?: string): void => {
  if (externalId === undefined) return
  const holder = byExternalId(owner, externalId)
  if (holder !== undefined && holder.id !== customerId)
    throw badRequest('request body at /external_id is taken by another customer')
}

type Query = QueryOf<'getAllCustomers'>

const holds = <T>(wanted: readonly T[] | undefined, value: T | undefined): boolean =>
  wanted === undefined || wanted.some((entry) => entry === value)

const hasTransactions = ({ transactions }: Store, customer: CustomerRecord): boolean =>
  newest(transactions, ofCustomer(customer)) !== undefined

const isWanted = ({ store }: Service, query: Query, customer: CustomerRecord): boolean =>
  holds(query.status, customer.state) &&
  holds(query.customer_type, customer.type) &&
  (query.identification_status === undefined ||
    holds(query.identification_status, newest(store.identifications, ofCustomer(customer))?.status)) &&
  (query.has_transactions === undefined || query.has_transactions === hasTransactions(store, customer))

/** All customers of the partner, or those of the sub-partner in the request. */
const scopeOf = ({ partnerId, subPartnerId }: Call<'getAllCustomers'>): Scope =>
  subPartnerId === undefined ? { partnerId } : { partnerId, index: 'subPartner', value: subPartnerId }

/** Creates, reads, lists, changes and archives customers; resets the sandbox. */
export const customerHandlers = {
  createCustomer: (call) => {
    const { service, body, subPartnerId } = call
    const externalId = externalIdOf(body)
    checkExternalId(call, externalId)
    const now = service.clock()
    const customer = settle(service, {
      id: service.random.uuid('customer'),
      partnerId: call.partnerId,
      version: call.version,
      state: 'IdentificationRequired',
      type: body.customer_type,
      email: body.email,
      name: body.name ?? '',
      ...defined({ externalId, subPartnerId }),
      createdAt: now,
      updatedAt: now,
    })
    return { status: 201, body: renderCustomer(service, customer) }
  },
  updateCustomer: (call) => {
    const { service, body } = call
    const customer = customerOf(call, call.path.id)
    if (customer.hold === 'Archived') throw badRequest(archived)
    const externalId = externalIdOf(body) ?? customer.externalId
    checkExternalId(call, externalId, customer.id)
    service.store.customers.save({
      ...customer,
      email: body.email,
      ...defined({ externalId }),
      updatedAt: service.clock(),
    })
    return { status: 204 }
  },
  archiveCustomer: (call) => {
    const customer = settle(call.service, { ...customerOf(call, call.path.id), hold: 'Archived' })
    return { status: 200, body: renderCustomer(call.service, customer) }
  },
  getCustomerByExternalId: (call) => {
    const customer = byExternalId(call, call.path.external_id)
    if (customer === undefined || !isVisible(call, customer)) throw notFound('customer')
    return { status: 200, body: renderCustomer(call.service, customer) }
  },
  getCustomerById: (call) => ({
    status: 200,
    body: renderCustomer(call.service, customerOf(call, call.path.id)),
  }),
  getAllCustomers: (call) => {
    const { service, query } = call
    const shown = (customer: CustomerRecord): Customer => renderCustomer(service, customer)
    const fits = (customer: CustomerRecord): boolean => isWanted(service, query, customer)
    return { status: 200, body: pageOf(service.store.customers, scopeOf(call), query, shown, fits) }
  },
  /** POST /sandbox/reset: deletes the customers of the partner, or of one sub-partner; settings and keys are kept. */
  resetSandbox: ({ service: { store }, partnerId, subPartnerId }) => {
    if (subPartnerId === undefined) clearPartner(store, partnerId)
    else {
      const scope = { partnerId, index: 'subPartner', value: subPartnerId }
      for (const customer of store.customers.walk(scope, { order: 'oldest-first' }))
        removeCustomer(store, customer)
    }
    return { status: 200, body: true }
  },
} satisfies Handlers
