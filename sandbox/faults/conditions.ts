import type { CustomerRecord } from '../state/records.js'
import type { AnswerContext } from '../pipeline/fault-set.js'

/** Whether the newest version was served. */
export function isNewest({ service, version }: AnswerContext): boolean {
  return version === service.versions.supported.at(-1)
}

/** The customer in the path of a request, if it belongs to the caller. */
export function customerOf({ service, partnerId = '', values }: AnswerContext): CustomerRecord | undefined {
  return service.store.customers.find(partnerId, String(values?.path['id']))
}
