import { documentPack } from '../../conformance/rules/document-pack.js'
import { type Registry, registryFor } from '../../conformance/rules/registry.js'
import { paymentPack } from './pack.js'

/** The rules of documents and of the specification, with their observers and scenarios. */
export const registry: Registry = registryFor([documentPack, paymentPack])
