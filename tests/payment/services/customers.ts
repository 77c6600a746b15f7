import { type Answer, type Call, field, json, refuse, Refused, isUnread } from './call.js'
import { laterVersion } from './choices.js'
import { type Entry, faultsOf } from './identification-rules.js'
import { type Customer, newId } from './state.js'

const sharedTerms = {
  id: 'a1b2c3d4-0000-4000-8000-00000000aaaa',
  display_name: 'Terms',
  url: 'https://terms.example/all',
}
const local = { id: 'a1b2c3d4-0000-4000-8000-00000000bbbb', url: 'https://terms.example/local' }
const localTerms = { ...sharedTerms, ...local }

/** A document as a reader sees it: its link may contain a token for this reader. */
const item = (
  document: typeof sharedTerms,
  { choices, version }: Call,
): { readonly id: string; readonly [name: string]: string } => {
  const url = choices.termsUrl === 'steady' ? document.url : `${document.url}?token=${newId(choices)}`
  const { url: _steady, ...rest } = document
  return version >= laterVersion ? { ...rest, link: url } : { ...rest, url }
}
const isNew = (version: string): boolean => version >= '2026-08-01'

const stateOf = ({ signsFirst, signed, createdUnder }: Customer): string => {
  if (createdUnder >= laterVersion) return 'ProfileRequired'
  return signsFirst && signed.size === 0 ? 'SigningsRequired' : 'IdentificationRequired'
}

const shown = (customer: Customer, { choices }: Call): unknown => {
  const state = stateOf(customer)
  switch (choices.customer) {
    case 'flat':
      return { id: customer.id, status: state, email: customer.email }
    case 'wrapped':
      return {
        partner: { id: newId(choices) },
        enabled: 'Active',
        next_state: 'Active',
        data: { customer_id: customer.id, onboarding_stage: state },
      }
    case 'stateless':
      return { uuid: customer.id, created: true }
    case 'located':
      return { message: 'created' }
  }
}

const customerOf = (call: Call): Customer => {
  const customer = call.state.customers.get(call.path.split('/')[2] ?? '')
  const isLate = call.method === 'GET' && isUnread(call, customer?.id ?? '')
  if (!customer || isLate) throw new Refused(404, 'no such customer')
  return customer
}

const emailIn = ({ body, choices }: Call): unknown => {
  if (choices.customerBody === 'two fields') {
    if (!['individual', 'company'].includes(String(field(body, 'kind')))) throw new Refused(400, 'kind')
    return field(body, 'email')
  }
  const profile = field(body, 'profile')
  if (!/^[A-Z]{2}$/.test(String(field(profile, 'residence')))) throw new Refused(400, 'residence')
  if (String(field(profile, 'legal_name')).length < 3) throw new Refused(400, 'legal_name')
  return field(profile, 'contact_email')
}

export const createCustomer = (call: Call): Answer => {
  const email = emailIn(call)
  if (typeof email !== 'string' || !email.includes('@')) throw new Refused(400, 'email')
  const all = [...call.state.customers.values()]
  if (all.some((other) => other.email === email)) throw new Refused(409, 'this e-mail address is taken')
  const signed = new Set<string>()
  const id = newId(call.choices)
  const createdUnder = call.version
  const signsFirst = isNew(createdUnder)
  const isCompany = field(call.body, 'kind') === 'company'
  const customer = { id, email, isCompany, signsFirst, createdUnder, signed, isIdentifying: false }
  call.state.customers.set(id, customer)
  call.state.unread.set(id, Date.now())
  const answer = json(call.choices.created, shown(customer, call))
  const location = call.choices.customer === 'located' ? { location: `/api/customers/${customer.id}` } : {}
  return { ...answer, headers: { ...answer.headers, ...location } }
}

export const readCustomer = (call: Call): Answer => json(200, shown(customerOf(call), call))

/** New terms in the place of those signed before. */
export const publish = ({ state }: Call): Answer => {
  for (const customer of state.customers.values()) customer.signed.clear()
  return json(200, {})
}

const outstanding = (customer: Customer, call: Call): readonly unknown[] => {
  const { oldTerms } = call.choices
  const isSigner =
    oldTerms === 'outstanding' || (oldTerms === 'outstanding for individuals' && !customer.isCompany)
  const due = customer.signsFirst || isSigner ? [item(sharedTerms, call)] : []
  return due.filter(({ id }) => !customer.signed.has(id))
}

export const requiredSignings = (call: Call): Answer => {
  const items = outstanding(customerOf(call), call)
  if (items.length > 0 || isNew(call.version)) return json(200, items)
  return refuse(call.choices, 409, 'nothing is outstanding')
}

export const sign = (call: Call): Answer => {
  const byDocument = call.choices.signing === 'document'
  const [name, flag] = byDocument ? ['document_id', 'accepted'] : ['content_id', 'signed']
  const id = field(call.body, name)
  if (typeof id !== 'string' || field(call.body, flag) !== true) throw new Refused(422, 'nothing was signed')
  customerOf(call).signed.add(id)
  return json(call.choices.created, { signing: { id: newId(call.choices), at: new Date().toISOString() } })
}

export const terms = (call: Call): Answer => {
  const country = call.query.get('country')
  if (country === null || !/^[A-Z]{3}$/.test(country)) throw new Refused(400, 'country')
  const isKnown = call.choices.termsByCountry === 'global' || country === 'GBR'
  const shared = item(sharedTerms, call)
  if (isNew(call.version)) return json(200, [shared])
  if (!isKnown && call.choices.termsByCountry === 'unknown countries refused')
    throw new Refused(404, 'nothing for this country')
  if (!isKnown) return json(200, [])
  return json(200, country === 'DEU' ? [shared, item(localTerms, call)] : [shared])
}

export const abilities = (call: Call): Answer => {
  customerOf(call)
  const asObjects = { eur: { sepa: 'Active', swift: 'Unavailable' }, checked_at: '2026-08-01T00:00:00Z' }
  const asLists = [{ currency: 'EUR', rails: [{ name: 'sepa', status: 'Pending' }] }]
  const withMore = { status: 'Open', eur: { currency: 'eur', provider: 'Nordbank', ...asObjects.eur } }
  const snapshot = { objects: asObjects, lists: asLists, 'objects with more': withMore }[
    call.choices.abilities
  ]
  return json(200, {
    [call.version >= laterVersion ? 'deposits' : 'fiat_deposit']: snapshot,
    fiat_payout: snapshot,
    currencies: [{ currency: { type: 'Fiat', code: 'EUR' }, flows: { mint: false, onramp: true } }],
  })
}

/** Before 2026-08-01 a company's documents may follow, and its structure and industry are its own affair. */
const sinceNew = new Set([
  'industry_required',
  'structure_invalid',
  'company_details_required',
  'legal_presence_required',
  'ownership_structure_required',
  'control_structure_required',
])

const refuseSubmission = (call: Call, faults: readonly Entry[]): Answer => {
  if (!isNew(call.version)) return refuse(call.choices, 400, faults.map(([code]) => code).join())
  const entries = faults.map(([code, index]) => ({
    code,
    message: 'no',
    docs_url: `/help/errors#${code.replaceAll('_', '-')}`,
    ...(call.choices.nulls && { beneficiary_index: null }),
    ...(index === undefined ? {} : { beneficiary_index: index }),
  }))
  return json(400, entries)
}

export const identify = (call: Call): Answer => {
  const customer = customerOf(call)
  const all = faultsOf(call.body)
  const faults = isNew(call.version) ? all : all.filter(([code]) => !sinceNew.has(code))
  const { unsigned } = call.choices
  const isLink = field(call.body, 'kind') === 'Link'
  const waits = isLink ? unsigned : 409
  if (waits !== undefined && customer.signsFirst && customer.signed.size === 0)
    return refuse(call.choices, waits, 'the terms come first')
  if (customer.isIdentifying) return refuse(call.choices, 409, 'one at a time')
  if (faults.length > 0) return refuseSubmission(call, faults)
  customer.isIdentifying = true
  const status = call.choices.nulls ? 'PendingReview' : 'Pending'
  const url = field(call.body, 'kind') === 'Link' ? { url: 'https://flow.example/1' } : {}
  return json(call.choices.created, { identification: { id: newId(call.choices), status, ...url } })
}

export const registerAccount = (call: Call): Answer => {
  const customer = field(call.body, 'customer_id')
  const iban = field(call.body, 'iban')
  if (typeof customer !== 'string' || !call.state.customers.has(customer))
    throw new Refused(404, 'no such customer')
  if (typeof iban !== 'string' || !/^[A-Z]{2}\d{2}/.test(iban)) throw new Refused(400, 'iban')
  const id = newId(call.choices)
  call.state.unread.set(id, Date.now())
  call.state.accounts.set(id, { customer, iban })
  return json(call.choices.created, { id, customer_id: customer, account_id: id })
}
