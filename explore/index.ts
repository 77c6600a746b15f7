export { type ExploreRule, type ExploreRuleId, exploreRules } from './rules/rules.js'
export type { Api } from './model/api.js'
export type { ExploreSettings } from './model/settings.js'
