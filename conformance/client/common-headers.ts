import type { HeaderList } from '../exchange/exchange.js'

/** Headers of every request. Some gateways turn away callers without a name; what comes is read as it is. */
export const commonHeaders: HeaderList = [
  ['user-agent', 'rampart'],
  ['accept-encoding', 'identity'],
]
