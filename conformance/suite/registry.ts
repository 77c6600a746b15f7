import { catalogue } from '../statements/index.js'
import type { Registry } from '../engine/runner/registry.js'
import { observers } from '../observers/index.js'
import { scenarios } from '../scenarios/index.js'

/** The rules of the specification, with what judges each. */
export const registry: Registry = { rules: catalogue, observers, scenarios }
