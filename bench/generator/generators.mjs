// Each generator as a command: a document in, an empty folder filled.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFolder, project } from './documents.mjs'
import { run } from './measure.mjs'

const cli = join(project, 'dist', 'bin', 'rampart.js')
const byHand = fileURLToPath(new URL('./ajv-by-hand.mjs', import.meta.url))
const peers = fileURLToPath(new URL('./peers.mjs', import.meta.url))

/** `rampart generate`, types, validators, client and operation tables, into a clean folder. */
export const rampart = (folder, out, ...input) =>
  run(folder, [cli, 'generate', '--lenient', ...input, '--out', out])

export const openapiTypescript = (folder, out, document) =>
  run(folder, [
    join(packageFolder('openapi-typescript'), 'bin', 'cli.js'),
    document,
    '-o',
    join(out, 'types.ts'),
  ])

export const heyApi = (folder, out, document) => run(folder, [peers, 'hey-api', document, out])

export const kubb = (folder, out, document) => run(folder, [peers, 'kubb', document, out])

export const ajv = (folder, out, document, ...both) => run(folder, [byHand, document, out, ...both])

const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  target: 'es2022',
  types: [],
  lib: ['es2022', 'dom', 'dom.iterable'],
}

/** tsc over a generator's output. An error in the output is not a failure of the run: its number is told. */
export const typeCheck = (folder, out, paths = {}) => {
  const config = join(out, 'tsconfig.json')
  const include = ['**/*.ts']
  const exclude = ['**/*.mjs']
  writeFileSync(config, JSON.stringify({ compilerOptions: { ...strict, paths }, include, exclude }))
  return run(folder, [fileURLToPath(new URL('./type-check.mjs', import.meta.url)), config], { cwd: out })
}

/** Where generated code finds zod: the output stands in a folder without node_modules. */
export const withZod = {
  zod: [join(packageFolder('zod'), 'index.d.ts')],
  'zod/v4': [join(packageFolder('zod'), 'v4', 'index.d.ts')],
}
