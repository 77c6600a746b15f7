import { customerOf } from '../customer/records.js'
import type { Handlers } from '../service/call.js'

/** GET /autoramps/check-limit: the sandbox limits no number of autoramps, so that being active is all it takes. */
export const limitHandlers = {
  checkAutorampLimit: (call) => ({
    status: 200,
    body: { can_create: customerOf(call, call.query.customer_id).state === 'Active' },
  }),
} satisfies Handlers
