export {
  driftProblems,
  type LockChanges,
  compareLocks,
  type Lock,
  type LockedDocument,
  lockFileName,
  lockOf,
  lockText,
  readLock,
  type OutputFile,
  sha256,
  toFiles,
} from './lock.js'
export { fetchDocuments, fetchOne, type SingleDocument, withoutQueries } from './fetch-documents.js'
export type {
  FetchedDocument,
  FetchedSet,
  UnservedDocument,
  FetchEvent,
  FetchLimits,
  FetchOptions,
} from './http/model.js'
export { parseHttpUrl, parseRootUrl, withScheme } from './http/url.js'
