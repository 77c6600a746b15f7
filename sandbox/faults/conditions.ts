import type { CustomerRecord } from '../state/records.js'
import type { AnswerContext } from '../pipeline/fault-set.js'

/** True when the newest version was served. */
export function isNewest({ service, version }: AnswerContext): boolean {
  return version === service.versions.supported.at(-1)
}

/** The customer whom the path of a request names, where it is the caller's. */
export function customerOf({ service, partnerId = '', values }: AnswerContext): CustomerRecord | undefined {
  return service.store.customers.find(partnerId, String(values?.path['id']))
}
