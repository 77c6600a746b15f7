export { type ExploreRule, type ExploreRuleId, exploreRules } from './rules/rules.js'
export type { Api } from './model/api.js'
export type { ExploreSettings } from './model/settings.js'
export { cleanUp, type CleaningUp } from './cleanup/index.js'
export { Client, type ClientOptions, type Outage } from './client/index.js'
export {
  type AuthSettings,
  Credentials,
  type CredentialsInput,
  type SchemeSettings,
  type SentSettings,
} from './credentials/index.js'
export {
  type Preparation,
  type Prepare,
  type PrepareContext,
  type Prepared,
  runPrepare,
} from './prepare/index.js'
