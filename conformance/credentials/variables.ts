/** Where the value of a header, of a query parameter or of a cookie comes from. */
export interface SentSettings {
  /** Variable of the environment that holds it. */
  readonly env: string
  /** Text before the value, for instance `Token `. */
  readonly prefix?: string
}

/** Where the credentials of one security scheme come from: names of variables of the environment, never values. */
export interface SchemeSettings {
  /** Holds the key or the token; of HTTP basic `user:password`. */
  readonly env?: string
  /** Holds a token; the same as `env`. */
  readonly tokenEnv?: string
  readonly usernameEnv?: string
  readonly passwordEnv?: string
  readonly clientIdEnv?: string
  readonly clientSecretEnv?: string
  /** Where tokens are got in place of where the document says; relative to the base URL, or absolute. */
  readonly tokenUrl?: string
  /** Scopes to ask for in place of those that the operations need. */
  readonly scopes?: readonly string[]
  /** Some token servers want to know for whom a token is. */
  readonly audience?: string
}

/** Where all credentials come from. `headers`, `query` and `cookies` go with every request; the rest is by scheme. */
export interface AuthSettings {
  readonly headers?: Readonly<Record<string, SentSettings>>
  readonly query?: Readonly<Record<string, SentSettings>>
  readonly cookies?: Readonly<Record<string, SentSettings>>
  readonly schemes?: Readonly<Record<string, SchemeSettings>>
}

/** Members of `auth` that are not names of schemes. */
export const reservedNames = ['headers', 'query', 'cookies'] as const

/** Variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A value of the environment, with the name of what holds it. */
export interface Held {
  readonly value: string
  readonly name: string
}

/** The value of a variable, without white space around it; undefined where it is blank or not set. */
export function held(env: Environment, name: string | undefined): Held | undefined {
  const value = name === undefined ? undefined : env[name]?.trim()
  return name === undefined || value === undefined || value === '' ? undefined : { name, value }
}

/** The beginning of the names that are looked for where the settings name none: `petKey` gives RAMPART_AUTH_PET_KEY. */
export function usualName(scheme: string): string {
  const words = scheme.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').replaceAll(/[^A-Za-z\d]+/g, '_')
  return `RAMPART_AUTH_${words.replaceAll(/^_+|_+$/g, '').toUpperCase()}`
}

/** The variable that is looked at where a document has one scheme only. */
export const onlyName = 'RAMPART_API_KEY'

/** Names of the variables of one scheme, in the order in which they are looked at. */
export interface VariableNames {
  readonly value: readonly string[]
  readonly username: string
  readonly password: string
  readonly clientId: string
  readonly clientSecret: string
  /** Holds the URL at which tokens are got. */
  readonly tokenUrl: string
}

/** The names that settings give, or else the usual ones. */
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

// As variables are named everywhere, and unlike keys: somebody may have given the key itself for a name.
const plainName = /^[A-Z][A-Z\d]{0,15}(_[A-Z\d]{1,16})*$/

/** The name of a variable as it may be printed. */
export function shownName(name: string): string {
  return plainName.test(name)
    ? name
    : 'the variable that is named (the name is not repeated: it may be the secret itself)'
}

/** What is shown in place of a secret: the variable that holds it. */
export function maskFor(name: string | undefined, what = 'credentials'): string {
  if (name === onlyName) return '[redacted]'
  return name !== undefined && plainName.test(name) ? `[redacted: ${name}]` : `[redacted ${what}]`
}
