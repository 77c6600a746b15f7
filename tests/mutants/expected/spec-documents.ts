import type { AlsoBroken } from './also-broken.js'

/** What faults of spec-documents break besides their own rule. */
export const specDocumentsAlsoBroken: AlsoBroken = {}
