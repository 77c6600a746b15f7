import { customerOf } from '../customer/records.js'
import type { Handlers } from '../service/call.js'

/**
 * GET /autoramps/check-limit: the sandbox does not limit the number of autoramps, so the customer only has to be
 * active.
 */
export const limitHandlers = {
  checkAutorampLimit: (call) => ({
    status: 200,
    body: { can_create: customerOf(call, call.query.customer_id).state === 'Active' },
  }),
} satisfies Handlers
