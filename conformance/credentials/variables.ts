/** The source of a header, query parameter or cookie. */
export interface SentSettings {
  /** The environment variable that holds it. */
  readonly env: string
  /** Text before the value, for instance `Token `. */
  readonly prefix?: string
}

/** The credentials of one security scheme: names of environment variables, never values. */
export interface SchemeSettings {
  /** The variable with the key or token; for HTTP basic `user:password`. */
  readonly env?: string
  /** The variable with a token; the same as `env`. */
  readonly tokenEnv?: string
  readonly usernameEnv?: string
  readonly passwordEnv?: string
  readonly clientIdEnv?: string
  readonly clientSecretEnv?: string
  /** The token URL, relative to the base URL or absolute; replaces that of the document. */
  readonly tokenUrl?: string
  /** Scopes to request; replace those that the operations need. */
  readonly scopes?: readonly string[]
  /** The audience, which some token servers require. */
  readonly audience?: string
}

/** The sources of all credentials. `headers`, `query` and `cookies` go with every request; the rest is by scheme. */
export interface AuthSettings {
  readonly headers?: Readonly<Record<string, SentSettings>>
  readonly query?: Readonly<Record<string, SentSettings>>
  readonly cookies?: Readonly<Record<string, SentSettings>>
  readonly schemes?: Readonly<Record<string, SchemeSettings>>
}

/** Members of `auth` that are not names of schemes. */
export const reservedNames = ['headers', 'query', 'cookies'] as const

/** The variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A value of the environment with the name of its variable. */
export interface Held {
  readonly value: string
  readonly name: string
}

/** The value of a variable, trimmed; undefined where it is blank or unset. */
export function held(env: Environment, name: string): Held | undefined {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? undefined : { name, value }
}

/** The prefix of the default variables: `petKey` gives RAMPART_AUTH_PET_KEY. */
const usualName = (scheme: string): string => {
  const words = scheme.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').replaceAll(/[^A-Za-z\d]+/g, '_')
  return `RAMPART_AUTH_${words.replaceAll(/^_+|_+$/g, '').toUpperCase()}`
}

/** The default variable of a document with a single scheme. */
export const onlyName = 'RAMPART_API_KEY'

/** The variables of one scheme, in the order in which they are read. */
export interface VariableNames {
  readonly value: readonly string[]
  readonly username: string
  readonly password: string
  readonly clientId: string
  readonly clientSecret: string
  /** The variable with the token URL. */
  readonly tokenUrl: string
}

/** The variables from the settings, or else the default ones. */
export function variableNames(
  scheme: string,
  settings: SchemeSettings | undefined,
  isOnly: boolean,
): VariableNames {
  const usual = usualName(scheme)
  const own = [settings?.env, settings?.tokenEnv].filter((name) => name !== undefined)
  const isNamed = own.length > 0 || settings?.usernameEnv !== undefined || settings?.clientIdEnv !== undefined
  return {
    value: isNamed ? own : [usual, ...(isOnly ? [onlyName] : [])],
    username: settings?.usernameEnv ?? `${usual}_USERNAME`,
    password: settings?.passwordEnv ?? `${usual}_PASSWORD`,
    clientId: settings?.clientIdEnv ?? `${usual}_CLIENT_ID`,
    clientSecret: settings?.clientSecretEnv ?? `${usual}_CLIENT_SECRET`,
    tokenUrl: `${usual}_TOKEN_URL`,
  }
}

// A usual variable name that does not look like a key, because a user may have entered the key itself.
const plainName = /^[A-Z][A-Z\d]{0,15}(_[A-Z\d]{1,16})*$/

/** The name of a variable, if it is safe to print. */
export function shownName(name: string): string {
  return plainName.test(name)
    ? name
    : 'the named variable (its name is not shown, because it may be the secret itself)'
}

/** The mask of a user with a password, with the names of their variables. */
export function pairMaskFor(names: readonly string[]): string {
  const isShown = names.length > 0 && names.every((name) => plainName.test(name))
  return `[redacted user and password${isShown ? `: ${names.join(':')}` : ''}]`
}

/** The mask of a secret, with the name of its variable. */
export function maskFor(name: string | undefined, what = 'credentials'): string {
  if (name === onlyName) return '[redacted]'
  return name !== undefined && plainName.test(name) ? `[redacted: ${name}]` : `[redacted ${what}]`
}
