import type { FetchedSet } from './model/fetched-set.js'
import { lockFileName, lockOf, lockText } from './lock.js'
import type { OutputFile } from './model/output-file.js'

/** The files of a fetched set: every document as served, and the lock file. Pure; equal sets give equal bytes. */
export function toFiles(set: FetchedSet): OutputFile[] {
  return [
    ...set.documents.map(({ fileName, bytes }) => ({ path: fileName, content: bytes })),
    { path: lockFileName, content: lockText(lockOf(set)) },
  ]
}
