import { isVisible } from '../customer/records.js'
import type { Call, Handlers } from '../service/call.js'
import { badRequest, notFound } from '../primitives/refusal.js'
import type { AuthenticationCode } from '../api/schemas.js'
import type { AuthenticationCodeRecord } from '../state/records.js'
import { found } from '../service/find.js'
import { currentCode, mostAttempts, pendingCode, sandboxCode } from './codes.js'
import { decide } from './decide.js'

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
const seen = (call: Owner, code: AuthenticationCodeRecord | undefined): AuthenticationCodeRecord => {
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
    return { status: 200, body: renderCode(seen(call, pendingCode(service, partnerId, path.id))) }
  },
  submitAuthenticationCode: (call) => {
    const { service, partnerId, path, body } = call
    const record = seen(
      call,
      found(service.store.authenticationCodes, partnerId, path.id, 'authentication code'),
    )
    const current = currentCode(service, record)
    if (current.status !== 'Pending')
      throw badRequest(`the authentication code is ${current.status} and takes no answer any more`)
    const code = answered(current, body.code)
    service.store.authenticationCodes.save(code)
    decide(service, code)
    return { status: 200, body: renderCode(code) }
  },
} satisfies Handlers
