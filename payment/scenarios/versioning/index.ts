import type { Scenario } from '../../../conformance/rules/context.js'
import { versionErrorScenarios } from './errors.js'
import { servedVersionScenarios } from './served.js'

/** Versions: which are served, where, and how others are refused. */
export const versioningScenarios: Readonly<Record<string, Scenario>> = {
  ...servedVersionScenarios,
  ...versionErrorScenarios,
}
