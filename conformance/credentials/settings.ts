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
