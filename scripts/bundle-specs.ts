// Writes dist/specs: one bundled document per version of specs/versions, and an index of them.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildDocuments } from './specs/documents.js'
import { lintDocument, printDocument } from './specs/lint.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const target = path.join(root, 'dist', 'specs')

const main = async (): Promise<void> => {
  const documents = await buildDocuments(path.join(root, 'specs'))
  const versions = documents.map(({ version }) => version)
  const printed = documents.map(
    ({ version, document }) => [`${version}.json`, printDocument(document)] as const,
  )
  const texts = new Map<string, string>(printed)
  const problems = await Promise.all(
    printed.map(([name, text]) => lintDocument(path.join(target, name), text)),
  )
  if (problems.flat().length > 0) throw new Error(problems.flat().join('\n'))
  texts.set('index.json', `${JSON.stringify({ default: versions[0], versions }, null, 2)}\n`)
  await write(texts)
}

const write = async (texts: ReadonlyMap<string, string>): Promise<void> => {
  await mkdir(target, { recursive: true })
  await Promise.all([...texts].map(([name, text]) => writeFile(path.join(target, name), text)))
  const strangers = (await readdir(target)).filter((name) => !texts.has(name))
  await Promise.all(strangers.map((name) => rm(path.join(target, name), { recursive: true })))
}

try {
  await main()
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  console.error(`The documents could not be bundled.\n${reason}`)
  process.exitCode = 1
}
