import type { Registry } from '../engine/runner/registry.js'
import { registryOf } from '../packs/registry-of.js'
import { paymentPack } from './payment-pack.js'

/** The rules of the specification, with what judges each. */
export const registry: Registry = registryOf([paymentPack])
