// The build, in the order in which its parts need each other:
// libraries are bundled, runtime and tools compiled, the runtime and the documents bundled, code generated from them,
// then the rest is compiled, and the declarations of what projects import are bundled.
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
// TypeScript 7 compiles in a fifth of the time; the package itself needs 5.9, whose API it calls.
const tsc = fileURLToPath(new URL('../node_modules/typescript-native/bin/tsc', import.meta.url))

const run = (...args) => {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) process.exit(status ?? 1)
}

run('scripts/bundle-libraries.mjs')
run(tsc, '-b', 'tsconfig.tools.json')
run('dist/scripts/bundle-runtime.js')
run('dist/scripts/build-id.js')

// The values that templates are given: users' templates are checked against them.
const { templateContract } = await import('../dist/scripts/pages/templates.js')
const model = readFileSync(new URL('../generator/render/template-model.ts', import.meta.url), 'utf8')
writeFileSync(new URL('../templates/model.json', import.meta.url), templateContract(model))

run('dist/scripts/bundle-specs.js')
run('dist/scripts/generate-reference.js')
run(tsc, '-b', 'tsconfig.json')
run('scripts/bundle-declarations.mjs')

// The rules as a list, for commands that print their names and judge nothing.
const { registryOf } = await import('../dist/conformance/index.js')
const { ownPacks } = await import('../dist/bin/packs/packs.js')
writeFileSync(
  new URL('../dist/rules.json', import.meta.url),
  JSON.stringify({ rules: registryOf(ownPacks).rules }),
)

// The schema of config files, at the path by which editors know it.
const { configSchema } = await import('../dist/scripts/config-schema.js')
const { buildProgram } = await import('../dist/bin/main.js')
const parsed = (path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))
const contents = {
  policy: parsed('diff/policy/policy.schema.json'),
  provocations: parsed('bin/test/provocations.schema.json'),
}
const schema = configSchema(buildProgram({}), contents, parsed('bin/access/access.schema.json'))
writeFileSync(
  new URL('../bin/config/config.schema.json', import.meta.url),
  `${JSON.stringify(schema, undefined, 2)}\n`,
)

// The style and the script of reports are files of their own; a page takes them in when it is made.
const pages = new URL('../dist/reporting/html/', import.meta.url)
copyFileSync(new URL('../reporting/html/page.css', import.meta.url), new URL('page.css', pages))
cpSync(new URL('../reporting/html/script/', import.meta.url), new URL('script/', pages), { recursive: true })

// The files that the console's pages load, and the snippets that they show.
const assets = new URL('../dist/sandbox/console/assets/', import.meta.url)
cpSync(new URL('../sandbox/console/assets/', import.meta.url), assets, { recursive: true })
