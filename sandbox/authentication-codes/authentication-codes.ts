import type { Service, Call, Handlers } from '../service/service.js'
import type { AuthenticationCodeRecord, AutorampRecord, FiatAddressRecord } from '../state/records.js'
import { newest } from '../state/repository.js'
import type { AutorampStatus, FiatAddressStatus, AuthenticationCode } from '../api/schemas.js'
import { isVisible } from '../customer/customers.js'
import { badRequest, notFound } from '../primitives/refusal.js'

/** The code that confirms everything, because the sandbox sends no mail. It is not secret. */
const sandboxCode = 123_456

/** The number of wrong codes after which the code is rejected. */
const mostAttempts = 3

const validForMs = 10 * 60 * 1000

/** The subject of a code: an autoramp or a bank account. */
type Authenticated =
  | { readonly of: 'autoramp'; readonly record: AutorampRecord }
  | { readonly of: 'fiat-address'; readonly record: FiatAddressRecord }

/** The code with its current status: a pending one may have expired. */
const currentCode = (service: Service, code: AuthenticationCodeRecord): AuthenticationCodeRecord =>
  code.status === 'Pending' && code.expiresAt <= service.clock() ? { ...code, status: 'Expired' } : code

const pendingCode = (service: Service, partnerId: string, entityId: string) => {
  const code = newest(service.store.authenticationCodes, { partnerId, index: 'entity', value: entityId })
  const current = code && currentCode(service, code)
  return current?.status === 'Pending' ? current : undefined
}

/** Creates a new code, and invalidates the previous one. */
export function requestCode(
  service: Service,
  { of, record: { id: entityId, partnerId, customerId } }: Authenticated,
): AuthenticationCodeRecord {
  const { store, random, clock } = service
  const before = pendingCode(service, partnerId, entityId)
  if (before !== undefined) store.authenticationCodes.save({ ...before, status: 'Expired' })
  const code = {
    id: random.uuid('authentication-code'),
    partnerId,
    customerId,
    of,
    entityId,
    attempts: 0,
    status: 'Pending' as const,
    expiresAt: new Date(clock().getTime() + validForMs),
  }
  store.authenticationCodes.save(code)
  return code
}

/** The status of a waiting autoramp after its code was confirmed. */
const autorampConfirmed: Readonly<Partial<Record<AutorampStatus, AutorampStatus>>> = {
  Created: 'Authorized',
  EditPending: 'Approved',
}

/** Whether an autoramp waits for a code. */
export function autorampWaits(status: AutorampStatus): boolean {
  return autorampConfirmed[status] !== undefined
}

/** Whether a bank account waits for a code. */
export function bankWaits(status: FiatAddressStatus): boolean {
  return status === 'AuthorizationRequired'
}

const decideAutoramp = ({ store }: Service, { partnerId, entityId }: AuthenticationCodeRecord): void => {
  const record = store.autoramps.find(partnerId, entityId)
  const status = record && autorampConfirmed[record.status]
  if (record !== undefined && status !== undefined) store.autoramps.save({ ...record, status })
}

const decideBank = ({ store, clock }: Service, code: AuthenticationCodeRecord): void => {
  const record = store.fiatAddresses.find(code.partnerId, code.entityId)
  if (record === undefined || !bankWaits(record.status)) return
  const status = code.status === 'Confirmed' ? 'RegistrationPending' : 'AuthorizationFailed'
  store.fiatAddresses.save({ ...record, status, updatedAt: clock() })
}

/** Updates the status of the entity that waits for the code, if it does. */
const decide = (service: Service, code: AuthenticationCodeRecord): void => {
  if (code.status === 'Pending') return
  if (code.of === 'fiat-address') decideBank(service, code)
  else if (code.status === 'Confirmed') decideAutoramp(service, code)
}

type Owner = Call<'getPendingAuthenticationCode'> | Call<'submitAuthenticationCode'>

/** A code as the documents show it, without the value that confirms it. */
export function renderCode(record: AuthenticationCodeRecord): AuthenticationCode {
  return {
    id: record.id,
    entity_id: record.entityId,
    attempts: record.attempts,
    status: record.status,
    expires_at: record.expiresAt.toISOString(),
  }
}

/** Throws `Refusal` 404 if there is no code, or if its customer belongs to another sub-partner. */
const visibleCode = (call: Owner, code: AuthenticationCodeRecord | undefined): AuthenticationCodeRecord => {
  const { service, partnerId } = call
  const customer = code && service.store.customers.find(partnerId, code.customerId)
  if (code === undefined || !isVisible(call, customer)) throw notFound('authentication code')
  return code
}

const answered = (code: AuthenticationCodeRecord, given: number): AuthenticationCodeRecord => {
  const attempts = code.attempts + 1
  if (given === sandboxCode) return { ...code, attempts, status: 'Confirmed' }
  return { ...code, attempts, status: attempts < mostAttempts ? 'Pending' : 'Rejected' }
}

/** Reads the pending code of an entity, and confirms or rejects it. */
export const authenticationCodeHandlers = {
  getPendingAuthenticationCode: (call) => {
    const { service, partnerId, path } = call
    return { status: 200, body: renderCode(visibleCode(call, pendingCode(service, partnerId, path.id))) }
  },
  submitAuthenticationCode: (call) => {
    const { service, partnerId, path, body } = call
    const record = visibleCode(call, service.store.authenticationCodes.find(partnerId, path.id))
    const current = currentCode(service, record)
    if (current.status !== 'Pending')
      throw badRequest(`the authentication code is ${current.status} and accepts no confirmation any more`)
    const code = answered(current, body.code)
    service.store.authenticationCodes.save(code)
    decide(service, code)
    return { status: 200, body: renderCode(code) }
  },
} satisfies Handlers
