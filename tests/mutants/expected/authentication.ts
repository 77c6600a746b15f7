import type { AlsoBroken } from './also-broken.js'

/** What faults of authentication break besides their own rule. */
export const authenticationAlsoBroken: AlsoBroken = {}
