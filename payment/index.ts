export {
  anchorOf,
  catalogue,
  hasRule,
  sections,
  specificationPage,
  type Statement,
} from './pack/specification.js'
export { provocationNames } from './sections/identification/provoked.js'
export { paymentPack } from './pack/pack.js'
export { registry } from './pack/pack.js'
