export { faultName, knownFaults, UnknownFaultError } from './faults/index.js'
export { emulated } from './handlers.js'
export {
  DEFAULT_API_KEY,
  SECOND_API_KEY,
  SUB_PARTNER_ID,
  type SandboxLogger,
  type SandboxOptions,
  type ServedDocuments,
} from './options.js'
export { loadReferenceService, openReferenceService } from './reference.js'
export { READINGS, type Reading } from './readings/index.js'
export { createSandbox } from './sandbox.js'
export { freshSeed } from './state/chance.js'
export { openData, type SandboxData, type WantedOrigin } from './state/data.js'
export { DataUnusableError } from './state/data-error.js'
