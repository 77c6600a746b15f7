import type { Service } from '../service/service.js'
import type { AuthenticationCodeRecord, AutorampRecord, FiatAddressRecord } from '../state/records.js'
import { newest } from '../state/lookup.js'

/** The code that confirms everything, because the sandbox sends no mail. It is not secret. */
export const sandboxCode = 123_456

/** The number of wrong codes after which the code is rejected. */
export const mostAttempts = 3

const validForMs = 10 * 60 * 1000

/** The subject of a code: an autoramp or a bank account. */
export type Authenticated =
  | { readonly of: 'autoramp'; readonly record: AutorampRecord }
  | { readonly of: 'fiat-address'; readonly record: FiatAddressRecord }

/** The code with its current status: a pending one may have expired. */
export function currentCode(service: Service, code: AuthenticationCodeRecord): AuthenticationCodeRecord {
  return code.status === 'Pending' && code.expiresAt <= service.clock()
    ? { ...code, status: 'Expired' }
    : code
}

/** The pending code of an entity, if there is one. */
export function pendingCode(
  service: Service,
  partnerId: string,
  entityId: string,
): AuthenticationCodeRecord | undefined {
  const code = newest(service.store.authenticationCodes, { partnerId, index: 'entity', value: entityId })
  const current = code && currentCode(service, code)
  return current?.status === 'Pending' ? current : undefined
}

/** Creates a new code, and invalidates the previous one. */
export function askForCode(
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
