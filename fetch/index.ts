export { driftProblems, type LockChanges, compareLocks } from './lock-drift.js'
export { fetchDocuments } from './fetch-documents.js'
export { fetchOne, type SingleDocument, withoutQueries } from './fetch-one.js'
export type { FetchedDocument, FetchedSet, UnservedDocument } from './model/fetched-set.js'
export {
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
export type { FetchEvent, FetchLimits, FetchOptions } from './model/options.js'
export { parseHttpUrl, parseRootUrl } from './url/http-url.js'
