import { tableIn } from '../table.js'

/** Versions of the library, the first one first. The second has books with pages, and no opening hours. */
export const libraryVersions = ['2025-03-01', '2025-09-01'] as const

/** The document of a library as of a version. */
export const libraryDocument = (version: string = libraryVersions[0]): Readonly<Record<string, unknown>> =>
  tableIn(import.meta.dirname, `${version}.yaml`)
