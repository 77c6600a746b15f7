import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { renderCatalogue } from '../diff/index.js'

// docs/changes.md from the catalogue of changes and the minting policy.

await writeFile(fileURLToPath(new URL('../../docs/changes.md', import.meta.url)), renderCatalogue())
