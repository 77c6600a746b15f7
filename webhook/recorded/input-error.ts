import { DeliveryUnreadable } from './deliveries.js'
import { HeadersUnreadable } from './headers.js'

/** True for what reading headers or recorded deliveries throws of input that cannot be read. */
export function isInputError(error: unknown): error is DeliveryUnreadable | HeadersUnreadable {
  return error instanceof DeliveryUnreadable || error instanceof HeadersUnreadable
}
