import { DeliveryUnreadable } from './deliveries.js'
import { HeadersUnreadable } from './headers.js'

/** True for errors of unreadable headers or recorded deliveries. */
export function isInputError(error: unknown): error is DeliveryUnreadable | HeadersUnreadable {
  return error instanceof DeliveryUnreadable || error instanceof HeadersUnreadable
}
