import path from 'node:path'
import { applyVersion } from './apply.js'
import { bundleDocument } from './bundle.js'
import type { JsonObject } from '../../document/index.js'
import { readVersions } from './versions.js'

/** The bundled document of one version. */
export interface VersionDocument {
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
