import { RampartError } from '../../diagnostics/index.js'
import { printable } from '../../reporting/index.js'
import type { Scheme } from './scheme.js'
import { schemeWords } from './scheme.js'
import type { SchemeSettings } from './settings.js'
import type { Grant } from './token.js'
import { type Environment, held, shownName, variableNames, type VariableNames } from './variables.js'

/** Where the credentials of a scheme come from: a value that is there, a token that is got, or nowhere. */
export type Source =
  | { readonly is: 'value'; readonly value: string; readonly variable?: string }
  | { readonly is: 'grant'; readonly grant: Grant; readonly hidden: readonly Hidden[] }
  | { readonly is: 'missing'; readonly fix: string }

/** A secret that a token is got with, and the variable that holds it. */
export interface Hidden {
  readonly value: string
  readonly variable: string
}

/** One security scheme, with what is given for it. */
export interface SourceInput {
  readonly name: string
  readonly scheme: Scheme
  readonly settings: SchemeSettings | undefined
  readonly env: Environment
  /** Given by `prepare`. */
  readonly prepared: string | undefined
  /** The document has no other scheme. */
  readonly isOnly: boolean
  /** Scopes that operations need. */
  readonly scopes: readonly string[]
}

const sendable = (name: string, value: string, variable?: string): string => {
  if (/^[\u0020-\u007e\u0080-\u00ff]+$/.test(value)) return value
  const where = variable === undefined ? 'what "prepare" returned for it' : shownName(variable)
  throw new RampartError('CREDENTIALS_UNUSABLE', {
    message: `"${printable(name)}": ${where} holds line breaks or characters that no header can hold`,
  })
}

const grantOf = (
  { scheme, settings, env, scopes }: SourceInput,
  names: VariableNames,
): Source | undefined => {
  const [clientId, clientSecret, username, password] = [
    held(env, names.clientId),
    held(env, names.clientSecret),
    held(env, names.username),
    held(env, names.password),
  ]
  const isPassword = username !== undefined && password !== undefined
  const isClient = clientId !== undefined && clientSecret !== undefined
  if ((scheme.kind !== 'oauth' && scheme.kind !== 'openid') || (!isPassword && !isClient)) return undefined
  const hidden = [password, clientSecret].flatMap((one) =>
    one === undefined ? [] : [{ value: one.value, variable: one.name }],
  )
  const grant: Grant = {
    ...(clientId && { clientId: clientId.value }),
    ...(clientSecret && { clientSecret: clientSecret.value }),
    ...(isPassword && { user: { name: username.value, password: password.value } }),
    ...(settings?.audience !== undefined && { audience: settings.audience }),
    scopes: settings?.scopes ?? scopes,
  }
  return { is: 'grant', grant, hidden }
}

const userAndPassword = ({ scheme, env }: SourceInput, names: VariableNames): Source | undefined => {
  const username = held(env, names.username)
  const password = held(env, names.password)
  if (scheme.kind !== 'basic' || !username || !password) return undefined
  return { is: 'value', value: `${username.value}:${password.value}`, variable: password.name }
}

/** What to do where nothing is given: one sentence. */
const fixOf = ({ name, scheme, settings }: SourceInput, names: VariableNames): string => {
  if (scheme.kind === 'other') {
    return `${schemeWords(scheme)} is not supported; what it sends may be given as "headers" in "auth" of the config file`
  }
  const isClient = scheme.kind === 'oauth' || scheme.kind === 'openid'
  const pair = (one: string, other: string): string => `${shownName(one)} and ${shownName(other)}`
  const ways = [
    ...names.value.slice(0, 1).map(shownName),
    ...(scheme.kind === 'basic' ? [pair(names.username, names.password)] : []),
    ...(isClient ? [pair(names.clientId, names.clientSecret)] : []),
    ...(scheme.kind === 'oauth' && scheme.password ? [pair(names.username, names.password)] : []),
  ]
  const own = settings ? '' : `, or name other variables as auth.${printable(name)} in the config file`
  return `set ${ways.join(', or ')} in the environment${own}`
}

/**
 * Where the credentials of a scheme come from: `prepare`, then what the settings name, then the usual variables.
 * @throws RampartError CREDENTIALS_UNUSABLE for a value that cannot be sent.
 */
export function sourceOf(input: SourceInput): Source {
  const { name, scheme, settings, env, prepared, isOnly } = input
  const names = variableNames(name, settings, isOnly)
  if (scheme.kind === 'other') return { is: 'missing', fix: fixOf(input, names) }
  if (prepared !== undefined) return { is: 'value', value: sendable(name, prepared.trim()) }
  const [value] = names.value.flatMap((one) => held(env, one) ?? [])
  if (value) {
    return { is: 'value', value: sendable(name, value.value, value.name), variable: value.name }
  }
  const given = userAndPassword(input, names) ?? grantOf(input, names)
  return given ?? { is: 'missing', fix: fixOf(input, names) }
}
