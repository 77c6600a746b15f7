import type { CustomerRecord } from '../state/records.js'
import type { AnswerContext } from '../pipeline/fault-set.js'

/** True when the newest version was served. */
export const isNewest = ({ service, version }: AnswerContext): boolean =>
  version === service.versions.supported.at(-1)

/** The customer whom the path of a request names, where it is the caller's. */
export const customerOf = ({ service, partnerId = '', values }: AnswerContext): CustomerRecord | undefined =>
  service.store.customers.find(partnerId, String(values?.path['id']))
