export { catalogue, sections } from './pack/specification.js'
export { hasRule, type Statement } from './statements/statement.js'
export { provocationNames } from './sections/identification/provoked.js'
export { paymentPack, registry } from './pack/pack.js'
