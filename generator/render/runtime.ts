import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { OutputFile } from '../model/output.js'

/** Name of the module that holds all that validators import. To open a file costs more than to read a longer one. */
export const validatorsModule = 'validators'

// Each after those that it imports.
const joinedModules = [
  'unicode-length',
  'deep-equal',
  'fail',
  'told',
  'formats',
  'problem-values',
  'problem-messages',
  'problem-unions',
  'problems',
  'standard-schema',
]

const importLine = /^import [^;]*;\n/gm
const exportedName = /^export (?:const|function) (\w+)/gm

const pathOf = (module: string): string => `runtime/${module}.js`

/** One module of several, and in place of each what hands on its exports. */
const joined = (texts: ReadonlyMap<string, string>): OutputFile[] => {
  const parts = joinedModules.map((module) => ({ module, text: texts.get(pathOf(module)) ?? '' }))
  const whole = parts.map(({ text }) => text.replaceAll(importLine, '').trimEnd())
  const handedOn = parts.map(({ module, text }) => {
    const names = [...text.matchAll(exportedName)].map(([, name]) => name)
    const content = `export { ${names.join(', ')} } from './${validatorsModule}.js';\n`
    return { path: pathOf(module), content }
  })
  return [{ path: pathOf(validatorsModule), content: `${whole.join('\n')}\n` }, ...handedOn]
}

// What users and generated declarations import; the declarations of the rest would be read by every compiler in vain.
const declaredModules = [
  'brands',
  'client/index',
  'client/service',
  'exact-numbers',
  'json-schema',
  'problems',
  'standard-schema',
  'surface',
  'validator',
  'webhooks/receivers',
  'webhooks/seen-keys',
  'webhooks/verify',
]

const relativeImport = /from '(\.[^']*)\.js'/g

/** Paths of the declarations that others refer to, however far. */
const declarationsUsed = (texts: ReadonlyMap<string, string>): ReadonlySet<string> => {
  const used = new Set(declaredModules.map((module) => `runtime/${module}.d.ts`))
  for (const path of used) {
    for (const [, to = ''] of (texts.get(path) ?? '').matchAll(relativeImport))
      used.add(`${posix.join(posix.dirname(path), to)}.d.ts`)
  }
  return used
}

/** The compiled runtime as text, to be laid beside generated code, which then depends on no package. */
export async function renderRuntime(folder: string): Promise<OutputFile[]> {
  const names = (await readdir(folder, { recursive: true }))
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /(\.js|\.d\.ts)$/.test(name))
    .toSorted()
  const read = names.map(async (name): Promise<[string, string]> => [
    `runtime/${name}`,
    await readFile(join(folder, name), 'utf8'),
  ])
  const texts = new Map(await Promise.all(read))
  const used = declarationsUsed(texts)
  for (const path of texts.keys()) if (path.endsWith('.d.ts') && !used.has(path)) texts.delete(path)
  const together = joined(texts)
  for (const { path } of together) texts.delete(path)
  return [...together, ...Array.from(texts, ([path, content]) => ({ path, content }))]
}
