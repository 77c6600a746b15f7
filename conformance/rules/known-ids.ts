import type { Plan } from '../model/plan.js'

/** Values that exist on the service, by name: those of the plan's hook, and the subjects that options name. */
export function knownIds({ service, subjects }: Plan): Readonly<Record<string, readonly unknown[]>> {
  const { customerId, recipientAccountId, subPartnerId } = subjects
  const named = {
    customer_id: customerId,
    recipient_account_id: recipientAccountId,
    sub_partner_id: subPartnerId,
  }
  const given = Object.entries(named).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(given.map(([name, value]) => [name, [value]])), ...service?.known }
}
