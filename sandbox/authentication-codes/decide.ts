import type { AutorampStatus, FiatAddressStatus } from '../api/schemas.js'
import type { Service } from '../service/service.js'
import type { AuthenticationCodeRecord } from '../state/records.js'

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
export function decide(service: Service, code: AuthenticationCodeRecord): void {
  if (code.status === 'Pending') return
  if (code.of === 'fiat-address') decideBank(service, code)
  else if (code.status === 'Confirmed') decideAutoramp(service, code)
}
