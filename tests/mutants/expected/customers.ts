import type { AlsoBroken } from './also-broken.js'

/** What faults of customers break besides their own rule. */
export const customersAlsoBroken: AlsoBroken = {}
