import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'yaml'
import { applyPatch, type Operation } from 'rfc6902'
import { isObject, type JsonObject } from '../../document/index.js'
import { bundleDocument } from './bundle.js'

/** One line of the specification's change table and the RFC 6902 operations that carry it out. */
interface Change {
  /** As the table of `versions/` names it. */
  readonly name: string
  readonly why: string
  readonly patch: readonly JsonObject[]
}

/** A dated version: what it changes against the version named in `from`; the first one has no `from`. */
export interface Version {
  readonly file: string
  readonly version: string
  readonly from: string | undefined
  readonly changes: readonly Change[]
}

/**
 * Reads the version files of `folder`, oldest first.
 * Throws an Error that names the file when a file is not well formed or does not start from the one before it.
 */
export async function readVersions(folder: string): Promise<Version[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).toSorted()
  if (names.length === 0) throw new Error(`${folder}: expected at least one version file`)
  const versions = await Promise.all(names.map((name) => readVersion(path.join(folder, name))))
  for (const [index, version] of versions.entries()) checkChain(version, versions[index - 1])
  return versions
}

const checkChain = (version: Version, before: Version | undefined): void => {
  if (version.from === before?.version) return
  throw new Error(
    `${version.file}#/from: expected ${before ? `'${before.version}', the version before` : 'none'}`,
  )
}

const readVersion = async (location: string): Promise<Version> => {
  const file = path.relative(process.cwd(), location)
  const { version, from, changes } = parseObject(file, await readFile(location, 'utf8'))
  if (version !== path.basename(file, '.yaml') || !/^\d{4}-\d{2}-\d{2}$/.test(version)) {
    throw new Error(`${file}#/version: expected the date of the file name, in quotes`)
  }
  if (from !== undefined && typeof from !== 'string')
    throw new Error(`${file}#/from: expected a date in quotes`)
  if (!Array.isArray(changes)) throw new Error(`${file}#/changes: expected a list`)
  return {
    file,
    version,
    from,
    changes: changes.map((change, index) => readChange(change, `${file}#/changes/${index}`)),
  }
}

const parseObject = (file: string, text: string): JsonObject => {
  const parsed: unknown = parseYaml(file, text)
  if (!isObject(parsed)) throw new Error(`${file}: expected an object with version, from and changes`)
  return parsed
}

const parseYaml = (file: string, text: string): unknown => {
  try {
    return parse(text)
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

const readChange = (change: unknown, where: string): Change => {
  if (!isObject(change) || typeof change['name'] !== 'string' || typeof change['why'] !== 'string')
    throw new Error(`${where}: expected name, why and patch`)
  const patch: unknown = change['patch']
  if (!Array.isArray(patch) || !patch.every(isObject))
    throw new Error(`${where}/patch: expected a list of operations`)
  return { name: change['name'], why: change['why'], patch }
}

const operations = new Set(['add', 'remove', 'replace', 'move', 'copy', 'test'])

/**
 * Returns the document of a version: a copy of `before` with the changes of the version and its date.
 * Throws an Error that names file, change and pointer when an operation does not fit the document.
 */
export function applyVersion(before: JsonObject, version: Version): JsonObject {
  const document = structuredClone(before)
  for (const [index, change] of version.changes.entries()) {
    for (const [step, operation] of change.patch.entries()) {
      const where = `${version.file}#/changes/${index}/patch/${step}`
      if (!isOperation(operation))
        throw new Error(`${where}: expected an RFC 6902 operation with op and path`)
      const [problem] = applyPatch(document, [structuredClone(operation)])
      if (problem) throw new Error(`${where}: ${operation.op} ${operation.path} failed (${reason(problem)})`)
    }
  }
  applyPatch(document, [{ op: 'replace', path: '/info/version', value: version.version }])
  return document
}

const isOperation = (value: JsonObject): value is JsonObject & Operation =>
  typeof value['op'] === 'string' && operations.has(value['op']) && typeof value['path'] === 'string'

const reason = (problem: Error): string => {
  if (problem.name === 'MissingError') return 'nothing is there'
  return problem.message
}

/** The bundled document of one version. */
interface VersionDocument {
  readonly version: string
  readonly document: JsonObject
}

/**
 * Builds the documents of all versions from a folder with openapi.yaml and versions/, oldest first.
 * Throws an Error that names file and pointer when a reference or a change does not fit.
 */
export async function buildDocuments(folder: string): Promise<VersionDocument[]> {
  const versions = await readVersions(path.join(folder, 'versions'))
  const documents: VersionDocument[] = []
  let document = await bundleDocument(path.join(folder, 'openapi.yaml'))
  for (const version of versions) {
    document = applyVersion(document, version)
    documents.push({ version: version.version, document })
  }
  return documents
}
