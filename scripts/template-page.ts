import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { templatePage } from './templates/page.js'

// docs/templates.md from the model of the templates.

const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const source = await readFile(file('generator/render/template-model.ts'), 'utf8')
await writeFile(file('docs/templates.md'), templatePage(source))
