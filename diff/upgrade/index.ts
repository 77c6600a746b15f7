export { adviceOf } from './advice.js'
export { type Behaviour, behavioursBetween } from './behaviours.js'
export { callsOf } from './calls.js'
export { makeUpgrade } from './make-upgrade.js'
export { renderUpgradeJson, renderUpgradeMarkdown } from './markdown.js'
export {
  mustChange,
  type Move,
  type NamedLine,
  type Traffic,
  type TrafficFinding,
  type UpgradeReport,
} from './model.js'
