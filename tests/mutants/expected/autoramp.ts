import type { AlsoBroken } from './also-broken.js'

/** What faults of autoramp break besides their own rule. */
export const autorampAlsoBroken: AlsoBroken = {}
