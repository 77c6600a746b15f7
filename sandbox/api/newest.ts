/** The types of the newest version, by which the sandbox is written: a version that is minted changes this line. */
export type { components, operations } from '#generated/2026-08-01/types.js'
