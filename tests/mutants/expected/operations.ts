import type { AlsoBroken } from './also-broken.js'

/** What faults of operations break besides their own rule. */
export const operationsAlsoBroken: AlsoBroken = {}
