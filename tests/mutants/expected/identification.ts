import type { AlsoBroken } from './also-broken.js'

/** What faults of identifications break besides their own rule. */
export const identificationAlsoBroken: AlsoBroken = {}
