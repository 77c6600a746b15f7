import type { Registry } from '../../conformance/rules/registry.js'
import { registryOf } from '../../conformance/rules/registry-of.js'
import { paymentPack } from './pack.js'

/** The rules of the specification, with what judges each. */
export const registry: Registry = registryOf([paymentPack])
