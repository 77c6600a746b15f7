import { createHash } from 'node:crypto'
import { RampartError } from '../diagnostics/index.js'
import { isObject, parseJson, TextLimitError, TextSyntaxError } from '../document/index.js'
import { isCalendarDate } from './model/calendar-date.js'
import type { FetchedSet } from './model/fetched-set.js'
import { locateOffset } from './parse/excerpt.js'
import { defaultLimits } from './model/options.js'

/** A file to write: its path, relative to the output folder and with `/`, and its content. */
export interface OutputFile {
  readonly path: string
  readonly content: string | Uint8Array
}

/** SHA-256 as 64 lower-case hexadecimal digits, as the lock file records it. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The files of a fetched set: every document as served, and the lock file. Pure; equal sets give equal bytes. */
export function toFiles(set: FetchedSet): OutputFile[] {
  return [
    ...set.documents.map(({ fileName, bytes }) => ({ path: fileName, content: bytes })),
    { path: lockFileName, content: lockText(lockOf(set)) },
  ]
}

export const lockFileName = 'rampart.lock.json'

/** The entry of one document in the lock file. */
export interface LockedDocument {
  /** `<date>.json` or `<date>.yaml`, beside the lock file. */
  readonly file: string
  readonly url: string
  readonly sha256: string
  readonly bytes: number
}

/** The content of `rampart.lock.json`: everything that can drift, without times. */
export interface Lock {
  readonly lockVersion: 1
  readonly source: string
  readonly default: string | null
  /** By version. */
  readonly documents: Readonly<Record<string, LockedDocument>>
}

/** The lock of a fetched set. */
export function lockOf(set: FetchedSet): Lock {
  return {
    lockVersion: 1,
    source: set.source,
    default: set.default,
    documents: Object.fromEntries(
      set.documents.map(({ version, fileName, url, sha256, bytes }) => [
        version,
        { file: fileName, url, sha256, bytes: bytes.byteLength },
      ]),
    ),
  }
}

/** The text of a lock file; equal locks give equal bytes. */
export function lockText(lock: Lock): string {
  return `${JSON.stringify(lock, null, 2)}\n`
}

const isLockedDocument = (version: string, value: unknown): value is LockedDocument =>
  isCalendarDate(version) &&
  isObject(value) &&
  (value['file'] === `${version}.json` || value['file'] === `${version}.yaml`) &&
  typeof value['url'] === 'string' &&
  typeof value['sha256'] === 'string' &&
  /^[\da-f]{64}$/.test(value['sha256']) &&
  Number.isSafeInteger(value['bytes'])

const isDocuments = (value: unknown): value is Lock['documents'] =>
  isObject(value) && Object.entries(value).every(([version, document]) => isLockedDocument(version, document))

const isDefault = (value: unknown): value is string | null =>
  value === null || (typeof value === 'string' && isCalendarDate(value))

const parse = (text: string): unknown => {
  try {
    return parseJson(text, defaultLimits.maxDepth)
  } catch (error) {
    if (!(error instanceof TextSyntaxError || error instanceof TextLimitError)) throw error
    const { line, column } = locateOffset(text, error.offset ?? 0)
    const message = `The lock file ${error.message} (line ${line}, column ${column}).`
    throw new RampartError('FETCH_LOCK_INVALID', { message, where: { file: lockFileName, line, column } })
  }
}

/**
 * Parses the text of a lock file.
 * @throws RampartError FETCH_LOCK_INVALID when it is not one
 */
export function readLock(text: string): Lock {
  const refuse = (what: string): never => {
    const message = `The lock file ${what}.`
    throw new RampartError('FETCH_LOCK_INVALID', { message, where: { file: lockFileName } })
  }
  const value = parse(text)
  if (!isObject(value) || value['lockVersion'] !== 1) return refuse('is not one of lockVersion 1')
  const { source, default: standard, documents } = value
  if (typeof source !== 'string') return refuse('names no source')
  if (!isDefault(standard)) return refuse('has a default that is neither null nor a date')
  if (!isDocuments(documents)) return refuse('has an entry under documents that is not one')
  return { lockVersion: 1, source, default: standard, documents }
}
