import { entriesOf, isObject } from '../../document/index.js'
import type { Exchange } from '../exchange/exchange.js'
import { objectBody } from '../exchange/reading.js'
import type { Call, Observed } from '../model/case.js'
import { nameKey } from '../resources/names.js'
import { parametersIn } from '../resources/paths.js'

/** Paths at which a caller reads its own account. */
const ofAccount = /\/(?:me|self|myself|who-?am-?i|(?:current|my)[/_-](?:user|account|profile))\/?$/i

/** Kinds that an account may be one of. */
const accounts = /^(?:user|account|member|profile|person|admin|operator)$/

/** Members that name an account. */
const naming = /^(?:(?:user )?(?:id|name)|pk|uuid|slug|login|username|email)$/

const namesIn = (exchange: Exchange): readonly string[] => {
  const own = entriesOf(objectBody(exchange))
  const inner = own.flatMap(([, value]) => (isObject(value) ? entriesOf(value) : []))
  return [...own, ...inner].filter(([name]) => naming.test(nameKey(name))).map(([, value]) => String(value))
}

/**
 * Whether a call is about the account whose credentials the run has: `/users/7`, after `GET /users/me` showed 7.
 * @param reads calls of GET operations that succeeded
 */
export function isOwnAccount({ operation, path }: Call, reads: readonly Observed[]): boolean {
  const [, kind = ''] = /\/([^/{}]+)\/\{[^{}]*\}[^{}]*$/.exec(operation.path) ?? []
  const name = parametersIn(operation.path).at(-1)
  if (name === undefined || !accounts.test(nameKey(kind))) return false
  const own = reads.filter((one) => ofAccount.test(one.case.call.operation.path))
  return own.some(({ exchange }) => namesIn(exchange).includes(String(path[name])))
}
