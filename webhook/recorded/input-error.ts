import { DeliveryUnreadable } from './deliveries.js'
import { HeadersUnreadable } from './headers.js'

/** True for what reading headers or recorded deliveries throws of input that cannot be read. */
export const isInputError = (error: unknown): error is DeliveryUnreadable | HeadersUnreadable =>
  error instanceof DeliveryUnreadable || error instanceof HeadersUnreadable
