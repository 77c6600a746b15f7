import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { renderVerdicts } from '../diff/index.js'

// docs/verdicts.md from the catalogue of changes and the minting policy.

await writeFile(fileURLToPath(new URL('../../docs/verdicts.md', import.meta.url)), renderVerdicts())
