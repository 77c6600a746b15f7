/** The types of the newest version, which the sandbox implements; a new version changes this line. */
export type { components, operations } from '#generated/2026-08-01/types.js'
