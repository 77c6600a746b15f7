export {
  anchorOf,
  catalogue,
  hasRule,
  sections,
  specificationPage,
  type Statement,
} from './statements/index.js'
export { provocationNames } from './scenarios/identification/provocation-names.js'
export { paymentPack } from './pack/pack.js'
export { registry } from './pack/registry.js'
export { type EndedStep, runContract, type RunOptions, type RunShard } from './suite/run-contract.js'
export { runSuite, type SuiteRun } from './suite/run-suite.js'
