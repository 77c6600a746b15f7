import { inSection, type Statement } from './statement.js'

const second = inSection('Versioning 2')

/** Versioning: header, supported versions, echo, refusals, minting, change table. */
export const versioningStatements: readonly Statement[] = [
  ...second.each(
    ['2025-03-13', '2026-07-01', '2026-08-01'],
    (version) => `${version} is supported.`,
    'versioning/supported',
    'spec-documents/versions-list',
  ),
]
