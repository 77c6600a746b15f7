export { Credentials, type CredentialsInput, type Lacking } from './credentials.js'
export { type AuthSettings, reservedNames, type SchemeSettings, type SentSettings } from './settings.js'
export type { Environment } from './variables.js'
