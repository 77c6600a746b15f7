/** Versioning 2. */
export const specifiedVersions = ['2025-03-13', '2026-07-01', '2026-08-01'] as const

/** True for a version that the specification describes; of any other it says nothing but how versions come about. */
export const isSpecified = (version: string | undefined): boolean =>
  specifiedVersions.some((one) => one === version)

/** The version that is served when the header is absent or empty (Versioning 3). */
export const defaultVersion = '2025-03-13'
