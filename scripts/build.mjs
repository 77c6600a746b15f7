// The build, in the order in which its parts need each other:
// runtime and tools are compiled, the documents bundled, code generated from them, then the rest compiled.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))

const run = (...args) => {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) process.exit(status ?? 1)
}

run(tsc, '-b', 'tsconfig.tools.json')
run('dist/scripts/build-id.js')
run('dist/scripts/bundle-specs.js')
run('dist/scripts/generate-reference.js')
run(tsc, '-b', 'tsconfig.json')

// npm links a package's commands into its users' projects, not into its own: with this link `npx rampart` works here.
const command = fileURLToPath(new URL('../dist/bin/rampart.js', import.meta.url))
const links = fileURLToPath(new URL('../node_modules/.bin', import.meta.url))
chmodSync(command, 0o755)
if (existsSync(links) && !existsSync(join(links, 'rampart')))
  symlinkSync(relative(links, command), join(links, 'rampart'))
