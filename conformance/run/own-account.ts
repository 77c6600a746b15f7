import { entriesOf, isObject, parametersIn } from '../../document/index.js'
import { parsedJson } from '../exchange/exchange.js'
import { objectBody } from '../exchange/reading.js'
import type { Call, Observed } from '../model/case.js'
import type { AppliedCredentials } from '../requests/write-request.js'
import { nameKey } from '../resources/names.js'

/** Paths at which a caller reads its own account. */
const ofAccount =
  /\/(?:me|self|myself|who-?am-?i|(?:current|my)[/_-](?:user|account|profile)|(?:user|account|profile)s?\/current)\/?$/i

/** Kinds that an account may be one of. */
const accounts = /^(?:user|account|member|profile|person|admin|operator)$/

/** Members, and claims of a JSON Web Token, that name an account. */
const naming = /^(?:(?:user )?(?:id|name)|pk|uuid|uid|sub|slug|login|(?:preferred )?username|email)$/

const namesIn = (about: unknown): readonly string[] =>
  entriesOf(about)
    .filter(([name]) => naming.test(nameKey(name)))
    .map(([, value]) => String(value))

const claimsIn = ({ headers, query, cookies }: AppliedCredentials): readonly unknown[] =>
  [...headers, ...query, ...cookies].flatMap(([, value]) => {
    const [, payload] = /(?:^|\s)[\w-]+\.([\w-]+)\.[\w-]+$/.exec(value) ?? []
    return payload === undefined ? [] : [parsedJson(Buffer.from(payload, 'base64url').toString())]
  })

/** The evidence that tells who the caller is. */
interface Caller {
  /** Calls of GET operations that succeeded. */
  readonly reads: readonly Observed[]
  readonly credentials: AppliedCredentials
}

/**
 * Whether a call is about the account whose credentials the run has: `/users/7`, after `GET /users/me` showed 7, or with
 * a token that has it as its subject.
 * @param caller is called only where the path may be that of an account
 */
export function isOwnAccount({ operation, path }: Call, caller: () => Caller): boolean {
  const [, kind = ''] = /\/([^/{}]+)\/\{[^{}]*\}[^{}]*$/.exec(operation.path) ?? []
  const name = parametersIn(operation.path).at(-1)
  if (name === undefined || !accounts.test(nameKey(kind))) return false
  const { reads, credentials } = caller()
  const shown = reads
    .filter((one) => ofAccount.test(one.case.call.operation.path))
    .map(({ exchange }) => objectBody(exchange))
  const inner = shown.flatMap((one) => Object.values(one).filter(isObject))
  return [...shown, ...inner, ...claimsIn(credentials)].some((one) =>
    namesIn(one).includes(String(path[name])),
  )
}
