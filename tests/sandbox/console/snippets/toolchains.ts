import { execFile } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'

import type { Snippet } from '../../../../sandbox/console/guide.js'

const exec = promisify(execFile)

/** The root of the repository. */
export const root = resolve(import.meta.dirname, '../../../..')

/** The command that starts a receiver, once the port is known. */
export type Command = (port: number) => readonly string[]

/** The commands that build and start a snippet. */
interface Toolchain {
  /** Programs and files, each with Debian's package that has it. */
  readonly needs: Readonly<Record<string, string>>
  readonly build: (snippet: Snippet, folder: string) => Promise<Command>
}

/** Serves a fetch handler with a server of Node. */
const serve = `
import { createServer } from 'node:http'
import app from './server.mjs'
createServer(async (incoming, outgoing) => {
  const { method, headers } = incoming
  const body = method === 'GET' || method === 'HEAD' ? undefined : incoming
  try {
    const request = new Request('http://localhost' + incoming.url, { method, headers, body, duplex: 'half' })
    const { status } = await app.fetch(request)
    outgoing.writeHead(status).end()
  } catch {
    outgoing.destroy()
  }
}).listen(Number(process.env.PORT), '127.0.0.1', 1024)
`

const typescript = (entry: string): Toolchain => ({
  needs: {},
  build: async ({ code }, folder) => {
    const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext }
    const { outputText } = ts.transpileModule(code, { compilerOptions: options })
    await writeFile(join(folder, 'server.mjs'), outputText)
    await writeFile(join(folder, 'serve.mjs'), serve)
    await symlink(join(root, 'generated'), join(folder, 'generated'))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    return () => [process.execPath, join(folder, entry)]
  },
})

const interpreted = (
  needs: Toolchain['needs'],
  command: (file: string, port: number) => string[],
): Toolchain => ({
  needs,
  build: async ({ code, file }, folder) => {
    const path = join(folder, file)
    await writeFile(path, code)
    return (port) => command(path, port)
  },
})

const jackson = ['databind', 'core', 'annotations'].map((name) => `/usr/share/java/jackson-${name}.jar`)

/** Toolchains by the id of the snippet. */
export const toolchains: Readonly<Record<string, Toolchain>> = {
  fetch: typescript('serve.mjs'),
  express: typescript('server.mjs'),
  fastify: typescript('server.mjs'),
  python: interpreted({ python3: 'python3' }, (file) => ['python3', file]),
  go: {
    needs: { go: 'golang-go' },
    build: async ({ code, file }, folder) => {
      await writeFile(join(folder, file), code)
      await exec('go', ['build', '-o', join(folder, 'receiver'), join(folder, file)])
      return () => [join(folder, 'receiver')]
    },
  },
  java: {
    needs: {
      javac: 'default-jdk-headless',
      ...Object.fromEntries(jackson.map((jar) => [jar, 'libjackson2-databind-java'])),
    },
    build: async ({ code, file }, folder) => {
      await writeFile(join(folder, file), code)
      const libraries = jackson.join(':')
      const lint = ['-Xlint:all,-processing,-classfile', '-Werror', '-proc:none']
      await exec('javac', [...lint, '-cp', libraries, '-d', folder, join(folder, file)])
      return () => ['java', '-XX:TieredStopAtLevel=1', '-cp', `${libraries}:${folder}`, 'Webhooks']
    },
  },
  ruby: interpreted({ ruby: 'ruby', puma: 'puma' }, (file, port) => [
    'puma',
    '--quiet',
    '--bind',
    `tcp://127.0.0.1:${port}`,
    file,
  ]),
  php: interpreted({ php: 'php-cli' }, (file, port) => ['php', '-S', `127.0.0.1:${port}`, file]),
}

const isThere = (name: string): Promise<boolean> =>
  exec('sh', ['-c', 'test -e "$1" || command -v "$1"', 'sh', name]).then(
    () => true,
    () => false,
  )

/**
 * The tools of a snippet that this machine lacks, in a sentence; undefined when all are there.
 * @throws Error about it where RAMPART_REQUIRE_LANGUAGES is set, as in CI
 */
export async function missingOf(id: string): Promise<string | undefined> {
  for (const [name, from] of Object.entries(toolchains[id]?.needs ?? {})) {
    if (await isThere(name)) continue
    const missing = `${name} is not on this machine; Debian's package ${from} has it`
    if (process.env['RAMPART_REQUIRE_LANGUAGES']) throw new Error(missing)
    return missing
  }
  return undefined
}
