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
