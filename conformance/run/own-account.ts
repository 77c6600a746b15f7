import { entriesOf, isObject, parametersIn } from '../../document/index.js'
import { parsedJson } from '../exchange/exchange.js'
import { nestedScalars, objectBody } from '../exchange/reading.js'
import type { Call, Observed } from '../model/case.js'
import type { AppliedCredentials } from '../requests/write-request.js'
import { nameKey } from '../resources/names.js'
import { isAsking } from '../resources/resources.js'
import { ofCaller } from './action-names.js'
import type { Operation } from '../../runtime/surface.js'

/** Paths at which a caller reads its own account. */
const ofAccount =
  /\/(?:me|self|myself|who-?am-?i|(?:current|my|own)[/_-](?:user|account|profile|info)|(?:user|account|profile)s?\/current)\/?$/i

/** Kinds that an account may be one of, and what a parameter with its id is named after. */
const accounts = /^(?:user|account|member|profile|person|admin|operator)(?: ?(?:id|name))?$/

/** Kinds that may be what a caller logs in with. */
const keys = /^(?:(?:\w+ )*(?:token|session|client|credential)|(?:api|access|auth|secret) ?key)$/

/** Actions after which an account may not log in any more. */
const locking = /[/:](?:deactivate|disable|suspend|block|lock|ban)(?:$|[-_])/i

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
  /** Whether the run made up a value. */
  readonly isMade: (value: unknown) => boolean
  /** Whether a response showed what a call addresses. */
  readonly isSeen: boolean
}

/** The objects that tell who the caller is, and what it refers to. */
const aboutCaller = ({ reads, credentials }: Caller): readonly unknown[] => {
  const shown = reads
    .filter((one) => ofAccount.test(one.case.call.operation.path))
    .map(({ exchange }) => objectBody(exchange))
  const inner = shown.flatMap((one) => Object.values(one).filter(isObject))
  return [...shown, ...inner, ...claimsIn(credentials)]
}

const namesOfCaller = (caller: Caller): readonly string[] => aboutCaller(caller).flatMap(namesIn)

/** Whether a key that exists is the caller's: that which its account names, as by `clientId`, or else any. */
const isOwnKey = (kind: string, id: string, caller: Caller): boolean => {
  const named = aboutCaller(caller)
    .flatMap(entriesOf)
    .filter(([name]) => nameKey(name) === `${kind} id`)
  return named.length === 0 ? caller.isSeen : named.some(([, value]) => String(value) === id)
}

/** Whether a request changes or deletes accounts that its body names: `DELETE /users`, `POST /users/delete`. */
const namesAccounts = ({ method, path }: Operation): boolean => {
  const words = path.split('/').filter((one) => /^[^{}]+$/.test(one))
  return method !== 'get' && !isAsking(path) && words.slice(-2).some((one) => accounts.test(nameKey(one)))
}

const isOfToken = ({ method, path }: Operation, caller: () => Caller): boolean => {
  if (!['put', 'patch', 'delete'].includes(method) || path.includes('{')) return false
  const { reads, credentials } = caller()
  const own = new Set(claimsIn(credentials).flatMap(namesIn))
  const shown = reads.filter((one) => one.case.call.operation.path === path)
  return shown.some(({ exchange }) => namesIn(objectBody(exchange)).some((one) => own.has(one)))
}

const isRemoval = ({ method, path }: Operation): boolean =>
  method === 'delete' || method === 'patch' || /\/(?:delete|remove|disable)$/i.test(path)

/** Whether a request changes an account as a whole, or what it logs in with: `POST /users/7/rotate-key`. */
const isOfLogin = ({ method, path }: Operation): boolean =>
  [ofCaller, locking].some((one) => one.test(path)) || (method !== 'post' && /\}\/?$/.test(path))

/**
 * Whether a call is about the account whose credentials the run has: `/users/7`, after `GET /users/me` showed 7, or with
 * a token that has it as its subject. The body of `DELETE /users` may name it; where nothing tells who the caller is, any
 * account that the run did not make up may be it. Or it is about a key or a session that the run may use.
 * @param caller is called only where the path may be that of an account
 */
export function isOwnAccount({ operation, path, body }: Call, caller: () => Caller): boolean {
  const [, kind = ''] = /\/([^/{}]+)\/\{[^{}]*\}[^{}]*$/.exec(operation.path) ?? []
  const name = parametersIn(operation.path).at(-1)
  if (name !== undefined && [kind, name].some((one) => accounts.test(nameKey(one)))) {
    const facts = caller()
    const names = namesOfCaller(facts)
    return names.length === 0
      ? isOfLogin(operation) && !facts.isMade(path[name])
      : names.includes(String(path[name]))
  }
  if (name !== undefined && keys.test(nameKey(kind)) && isOfLogin(operation))
    return isOwnKey(nameKey(kind), String(path[name]), caller())
  // A path without an id is about the account itself, where its object has the name in the token: `PATCH /auth`.
  if (isOfToken(operation, caller)) return true
  const named = namesAccounts(operation) ? nestedScalars(body?.value).map(String) : []
  if (named.length === 0) return false
  const facts = caller()
  const own = namesOfCaller(facts)
  const isOther = (one: string): boolean => one !== '' && !facts.isMade(one)
  return own.length === 0 && isRemoval(operation)
    ? named.some(isOther)
    : named.some((one) => own.includes(one))
}
