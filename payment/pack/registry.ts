import { documentPack } from '../../conformance/rules/document-pack.js'
import type { Registry } from '../../conformance/rules/registry.js'
import { registryFor } from '../../conformance/rules/registry-of.js'
import { paymentPack } from './pack.js'

/** The rules of the documents and those of the specification, with what judges each. */
export const registry: Registry = registryFor([documentPack, paymentPack])
