export { Client } from './client/index.js'
export {
  type AuthSettings,
  Credentials,
  type CredentialsInput,
  type SchemeSettings,
  type SentSettings,
} from './credentials/index.js'
export type { Api } from './model/api.js'
export type { ExploreSettings } from './model/settings.js'
export {
  type Preparation,
  type Prepare,
  type PrepareContext,
  type Prepared,
  runPrepare,
} from './prepare/index.js'
export { type DocumentSource, exploreReport } from './report/index.js'
export type { CallerCredentials } from './requests/index.js'
export { type ExploreRule, type ExploreRuleId, exploreRules } from './rules/rules.js'
export { explore, type Explored, type ExploredApi } from './run/explore.js'
export type { VersionCarrier } from './versions/carrier.js'
export { withOtherVersions } from './versions/other-versions.js'
