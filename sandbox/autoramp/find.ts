import type { Call, OperationId } from '../service/call.js'
import { badRequest } from '../primitives/refusal.js'
import type { AutorampStatus } from '../api/schemas.js'
import type { AutorampRecord } from '../state/records.js'
import { found } from '../service/find.js'

type Owner = Pick<Call<OperationId>, 'service' | 'partnerId'>

/** Final statuses. */
const final: ReadonlySet<AutorampStatus> = new Set(['Rejected', 'Cancelled'])

/** Whether an autoramp has a final status. */
export function isFinal({ status }: AutorampRecord): boolean {
  return final.has(status)
}

/** The partner's autoramp with this id. Throws `Refusal` 404. */
export function autorampOf({ service, partnerId }: Owner, id: string): AutorampRecord {
  return found(service.store.autoramps, partnerId, id, 'autoramp')
}

/** The partner's autoramp with this id. Throws `Refusal` 404, or 400 if its status is final. */
export function openAutoramp(owner: Owner, id: string): AutorampRecord {
  const record = autorampOf(owner, id)
  if (isFinal(record)) throw badRequest(`the autoramp is ${record.status} and cannot change any more`)
  return record
}
