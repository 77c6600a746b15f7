import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fetchDocuments, type FetchedDocument, type FetchedSet } from '../../../fetch/index.js'
import { generate } from '../../../generator/index.js'

const root = resolve(import.meta.dirname, '../../..')
const generated = join(root, 'generated')
const parts = {
  templates: join(root, 'templates'),
  runtime: join(root, 'dist', 'runtime-bundle'),
  typesWorker: join(root, 'dist/generator/types/openapi-typescript/worker.js'),
}

/** sha256 of the documents that the build generated code from. */
const { documents: built }: { documents: Readonly<Record<string, { readonly sha256: string }>> } = JSON.parse(
  readFileSync(join(generated, 'rampart.generated.json'), 'utf8'),
)

/** Code generated from the documents of services, in a folder of its own; equal documents share it. */
export class CodeFolder {
  readonly #made = new Map<string, Promise<string>>()
  #folder: Promise<string> | undefined

  /** Folder of the code for a set of documents. */
  async codeFor({ documents }: FetchedSet): Promise<string> {
    const parts = await Promise.all(
      documents.map(async (document) => {
        const { version, sha256 } = document
        const write = built[version]?.sha256 === sha256 ? linkCode : writeCode
        return [version, await this.#once([version, sha256], (folder) => write(folder, document))] as const
      }),
    )
    return this.#once(parts, (folder) => writeIndex(folder, Object.fromEntries(parts)))
  }

  /** Deletes everything. */
  async remove(): Promise<void> {
    if (this.#folder) await rm(await this.#folder, { recursive: true, force: true })
  }

  #once(content: unknown, write: (folder: string) => Promise<void>): Promise<string> {
    const key = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)
    const make = async (): Promise<string> => {
      this.#folder ??= mkdtemp(join(tmpdir(), 'rampart-test-'))
      // Below node_modules the test runner leaves code alone, as Node would: it need not be transformed.
      const folder = join(await this.#folder, 'node_modules', key)
      await write(folder)
      return folder
    }
    const known = this.#made.get(key) ?? make()
    this.#made.set(key, known)
    return known
  }
}

const writeAll = async (
  folder: string,
  files: Awaited<ReturnType<typeof generate>>['files'],
): Promise<void> => {
  for (const { path, content } of files) {
    const target = join(folder, path)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, content)
  }
}

/** The code of one document; nobody compiles against it, so its declarations are left out. */
const writeCode = async (folder: string, { version, fileName, bytes }: FetchedDocument): Promise<void> => {
  const input = { name: version, file: fileName, text: Buffer.from(bytes).toString('utf8') }
  const { files } = await generate([input], { ...parts, tablesOnly: true })
  await writeAll(
    folder,
    files.filter(({ path }) => !path.endsWith('.d.ts')),
  )
}

/** The code of a reference document is there already. */
const linkCode = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await symlink(generated, join(folder, 'generated'), 'dir')
  await writeAll(folder, [{ path: 'index.js', content: "export { load } from './generated/index.js'" }])
}

/** An index over the code of single documents, with the two exports that the suite reads. */
const writeIndex = (folder: string, folders: Readonly<Record<string, string>>): Promise<void> => {
  const content = [
    `const folders = ${JSON.stringify(folders)}`,
    'export const versions = Object.keys(folders)',
    'export const load = async (version) => (await import(`${folders[version]}/index.js`)).load(version)',
  ]
  const files = [
    { path: 'index.js', content: content.join('\n') },
    { path: 'package.json', content: '{ "type": "module" }' },
  ]
  return writeAll(folder, files)
}

/** The documents of a service, as `rampart test` would fetch them. */
export const documentsOf = (specUrl: string): Promise<FetchedSet> =>
  fetchDocuments({ specUrl, withoutUnserved: true })
