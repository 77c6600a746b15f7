import { entriesOf, objectOf } from '../../document/index.js'
import type { Case } from '../model/case.js'
import type { AcceptedCalls } from '../pool/learned.js'
import { isAccountName, isPassword } from '../resources/names.js'

/** The values of a body that a login asks for; undefined where it has none for one of them. */
const valuesFor = (asked: readonly string[], sent: object): Record<string, unknown> | undefined => {
  const user = entriesOf(sent).find(([name]) => isAccountName(name))?.[1]
  const password = entriesOf(sent).find(([name]) => isPassword(name))?.[1]
  if (typeof user !== 'string' || typeof password !== 'string') return undefined
  const own = objectOf(sent)
  return Object.fromEntries(asked.map((name) => [name, own[name] ?? (isPassword(name) ? password : user)]))
}

/**
 * A login with the name and password of an account that the run created; undefined where an operation is none, or no
 * account is known. It is open whether another login is accepted, so nothing is varied from it.
 * @param accepted calls that succeeded
 */
export function loginCase(made: Case, accepted: AcceptedCalls): Case | undefined {
  const { operation, body } = made.call
  const names = entriesOf(body?.value).map(([name]) => name)
  const asked = names.filter((name) => isAccountName(name) || isPassword(name))
  if (operation.method !== 'post' || !body || !asked.some(isPassword) || !asked.some(isAccountName))
    return undefined
  const [known] = accepted.all.flatMap(({ case: { call } }) =>
    call.operation === operation ? [] : (valuesFor(asked, objectOf(call.body?.value)) ?? []),
  )
  if (!known) return undefined
  const value = { ...objectOf(body.value), ...known }
  return { ...made, expectation: 'open', call: { ...made.call, body: { ...body, value } } }
}
