import type { Problem } from '../diagnostics/index.js'
import { type Lock, lockFileName } from './lock.js'

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
      problem(`The service offers ${version}, which the lock does not know.`, at(version)),
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
    const what = found === undefined ? 'is missing' : 'was edited by hand'
    return [problem(`${file} ${what}.`, { file }, 'Run rampart fetch, or restore it from version control.')]
  })

/**
 * Everything that makes `--frozen` fail: differences between what the service publishes and the lock, and local files
 * that are missing or edited. `local` holds the SHA-256 of each existing file. URLs are not compared, because the
 * same set may be served at several of them. Pure.
 */
export function driftProblems(lock: Lock, now: Lock, local: ReadonlyMap<string, string>): Problem[] {
  return [...upstreamProblems(lock, now), ...localProblems(lock, local)]
}
