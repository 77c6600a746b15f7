// Types and validators of a 13 MB document, beside openapi-typescript making types alone: one run, ratios.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)
const document = join(
  require.resolve('@octokit/openapi/package.json'),
  '..',
  'generated',
  'api.github.com.json',
)
const rampart = fileURLToPath(new URL('../dist/bin/rampart.js', import.meta.url))
const openapiTypescript = join(require.resolve('openapi-typescript/package.json'), '..', 'bin', 'cli.js')
const tsc = require.resolve('typescript/bin/tsc')
const folder = mkdtempSync(join(tmpdir(), 'rampart-bench-'))

const timed = (name, args, cwd = folder) => {
  const began = performance.now()
  const { status, stderr, stdout } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  const seconds = (performance.now() - began) / 1000
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr || stdout}`)
  return seconds
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
const rounds = (count, run) => median(Array.from({ length: count }, run))

const filesBelow = (path) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const strictProject = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    module: 'nodenext',
    target: 'es2022',
    types: [],
    lib: ['es2022', 'dom'],
  },
  include: ['code/**/*.d.ts'],
}

try {
  mkdirSync(join(folder, 'peer'))
  const peer = rounds(3, () =>
    timed('openapi-typescript', [openapiTypescript, document, '-o', join(folder, 'peer', 'types.d.ts')]),
  )
  const ours = rounds(3, () => {
    rmSync(join(folder, 'code'), { recursive: true, force: true })
    return timed('rampart generate', [rampart, 'generate', '--input', document, '--out', 'code'])
  })
  const again = rounds(3, () =>
    timed('rampart generate', [rampart, 'generate', '--input', document, '--out', 'code']),
  )
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(strictProject))
  const check = timed('tsc', [tsc, '-p', folder])
  const files = filesBelow(join(folder, 'code'))
  const modules = files.filter((file) => file.endsWith('.js'))
  const loader = join(folder, 'load.mjs')
  writeFileSync(
    loader,
    modules.map((file) => `import ${JSON.stringify(pathToFileURL(file).href)}\n`).join(''),
  )
  const load = timed('import of every module', [loader])
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)

  console.log('| what | seconds | ratio |\n|---|---|---|')
  console.log(`| openapi-typescript, types alone | ${peer.toFixed(1)} | 1 |`)
  console.log(
    `| rampart generate, types, validators, operations | ${ours.toFixed(1)} | ${(ours / peer).toFixed(2)} |`,
  )
  console.log(
    `| rampart generate again, nothing changed | ${again.toFixed(1)} | ${(again / peer).toFixed(2)} |`,
  )
  console.log(`| tsc --strict over the output | ${check.toFixed(1)} | ${(check / peer).toFixed(2)} |`)
  console.log(
    `| importing all ${modules.length} modules | ${load.toFixed(1)} | ${(load / peer).toFixed(2)} |`,
  )
  console.log(`\n${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
