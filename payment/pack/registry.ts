import { documentPack } from '../../conformance/rules/document-pack.js'
import { type Registry, registryFor } from '../../conformance/rules/registry.js'
import { paymentPack } from './pack.js'

/** The rules of the documents and those of the specification, with what judges each. */
export const registry: Registry = registryFor([documentPack, paymentPack])
