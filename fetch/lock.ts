import { createHash } from 'node:crypto'
import { RampartError, type Problem } from '../diagnostics/index.js'
import { isObject, isTextError, parseJson, positionIn } from '../document/index.js'
import { isCalendarDate, defaultLimits, type FetchedSet } from './http/model.js'

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

const parse = (text: string, file: string): unknown => {
  try {
    return parseJson(text, defaultLimits.maxDepth)
  } catch (error) {
    if (!isTextError(error)) throw error
    const { line, column } = positionIn(text, error.offset ?? 0)
    const message = `${file}:${line}:${column} ${error.message}.`
    throw new RampartError('FETCH_LOCK_INVALID', { message, where: { file, line, column } })
  }
}

/**
 * Parses the text of a lock file.
 * @param file its path in errors
 * @throws RampartError FETCH_LOCK_INVALID when it is not one
 */
export function readLock(text: string, file = lockFileName): Lock {
  const refuse = (what: string): never => {
    throw new RampartError('FETCH_LOCK_INVALID', { message: `${file} ${what}.`, where: { file } })
  }
  const value = parse(text, file)
  if (!isObject(value) || value['lockVersion'] !== 1) return refuse('is not one of lockVersion 1')
  const { source, default: standard, documents } = value
  if (typeof source !== 'string') return refuse('names no source')
  if (standard !== null && !(typeof standard === 'string' && isCalendarDate(standard)))
    return refuse('has a default that is neither null nor a date')
  if (!isDocuments(documents)) return refuse('has an invalid entry below "documents"')
  return { lockVersion: 1, source, default: standard, documents }
}

/** The differences between two locks, by version and sorted. */
export interface LockChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** The bytes or the format (JSON or YAML) differ. */
  readonly changed: readonly string[]
  readonly defaultChanged: boolean
}

/** Compares two locks; `before` is undefined if nothing was fetched before. Pure. */
export function compareLocks(before: Lock | undefined, now: Lock): LockChanges {
  const old = before?.documents ?? {}
  const versions = [...new Set([...Object.keys(old), ...Object.keys(now.documents)])].sort()
  const inBoth = versions.filter((version) => version in old && version in now.documents)
  return {
    added: versions.filter((version) => !(version in old)),
    removed: versions.filter((version) => !(version in now.documents)),
    changed: inBoth.filter((version) => {
      const [a, b] = [old[version], now.documents[version]]
      return a?.sha256 !== b?.sha256 || a?.file !== b?.file
    }),
    defaultChanged: before !== undefined && before.default !== now.default,
  }
}

const problem = (message: string, where: Problem['where'], fix?: string): Problem => ({
  code: 'FETCH_DRIFT',
  severity: 'error',
  message,
  ...(where ? { where } : {}),
  ...(fix ? { fix } : {}),
})

const upstreamProblems = (lock: Lock, now: Lock): Problem[] => {
  const { added, removed, changed, defaultChanged } = compareLocks(lock, now)
  const at = (version: string): Problem['where'] => {
    const url = now.documents[version]?.url ?? lock.documents[version]?.url
    return url === undefined ? {} : { url }
  }
  return [
    ...added.map((version) =>
      problem(`The service offers ${version}, which is not in the lock file.`, at(version)),
    ),
    ...removed.map((version) => problem(`The service no longer offers ${version}.`, at(version))),
    ...changed.map((version) => {
      const short = (l: Lock): string => `${l.documents[version]?.sha256.slice(0, 12)}`
      return problem(`The document of ${version} changed: ${short(lock)} became ${short(now)}.`, at(version))
    }),
    ...(defaultChanged
      ? [problem(`The default version was ${lock.default} and is ${now.default}.`, { file: lockFileName })]
      : []),
  ]
}

const localProblems = (lock: Lock, local: ReadonlyMap<string, string>): Problem[] =>
  Object.values(lock.documents).flatMap(({ file, sha256 }) => {
    const found = local.get(file)
    if (found === sha256) return []
    const what = found === undefined ? 'is missing' : 'was changed after it was fetched'
    // On Windows git changes line ends by default.
    const lines =
      found === undefined ? '' : ' If git changes its line ends, "* -text" in .gitattributes prevents it.'
    const fix = `Run "npx rampart fetch", or restore it from version control.${lines}`
    return [problem(`${file} ${what}.`, { file }, fix)]
  })

/**
 * Everything that makes `--frozen` fail: differences between what the service publishes and the lock, and local files
 * that are missing or edited. `local` holds the SHA-256 of each existing file. URLs are not compared, because the
 * same set may be served at several of them. Pure.
 */
export function driftProblems(lock: Lock, now: Lock, local: ReadonlyMap<string, string>): Problem[] {
  return [...upstreamProblems(lock, now), ...localProblems(lock, local)]
}
