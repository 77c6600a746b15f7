// Installs, starts and stops services which nobody here wrote, each with a document of its own.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Everything that is downloaded or written by a service lies here, never in the repository. */
export const servicesFolder = process.env['SERVICES'] ?? join(tmpdir(), 'rampart-services')

export const run = (command, args, options = {}) =>
  execFileSync('nice', ['-n', '10', command, ...args], { stdio: ['ignore', 'ignore', 'inherit'], ...options })

/** A virtual environment with packages of PyPI. */
export const pip = (folder, packages, python = 'python3') => {
  run(python, ['-m', 'venv', join(folder, 'venv')])
  run(join(folder, 'venv/bin/pip'), ['install', '-q', '--disable-pip-version-check', ...packages])
}

/** A folder with packages of npm. */
export const npm = (folder, packages) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  run('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages], { cwd: folder })
}

/** Debian packages, unpacked and not installed, so that no daemon is started. */
export const debian = (folder, packages) => {
  mkdirSync(folder, { recursive: true })
  for (const name of packages)
    run('sh', ['-c', `apt-get download -qq ${name} 2>&1 && dpkg-deb -x ${name}_*.deb .`], { cwd: folder })
}

/** A file of a Go module, by its path in the module. */
export const goModuleFile = (module, path) => {
  const answer = execFileSync('go', ['mod', 'download', '-json', module], { cwd: tmpdir(), encoding: 'utf8' })
  return readFileSync(join(JSON.parse(answer).Dir, path), 'utf8')
}

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const untilReady = async (url, headers, child) => {
  for (const end = Date.now() + 180_000; Date.now() < end; await wait(250)) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`)
    const answer = await fetch(url, { headers }).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer !== undefined && answer.status < 500) return
  }
  throw new Error(`${url} did not answer within three minutes.`)
}

const stopGroup = async (child) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  process.kill(-child.pid, 'SIGTERM')
  const late = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 5000)
  await ended
  clearTimeout(late)
}

/** The folder of a service, or of a tool, in which it is installed when this is asked for the first time. */
export const installed = async (name, { install }) => {
  const folder = join(servicesFolder, name)
  if (existsSync(join(folder, 'installed'))) return folder
  mkdirSync(folder, { recursive: true })
  await install(folder)
  writeFileSync(join(folder, 'installed'), '')
  return folder
}

/**
 * Starts a service with an empty state and downloads its document.
 * `service` is what the files in this folder export: install, port, start, ready, document, headers.
 */
export const startService = async (name, service) => {
  const folder = await installed(name, service)
  const state = join(folder, 'state')
  rmSync(state, { recursive: true, force: true })
  mkdirSync(state, { recursive: true })
  const baseUrl = `http://127.0.0.1:${service.port}${service.basePath ?? ''}`
  const { command, args, env } = await service.start({ folder, state, port: service.port })
  const log = openSync(join(folder, 'log.txt'), 'w')
  const child = spawn(command, args, {
    cwd: state,
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
    detached: true,
  })
  const stop = () => stopGroup(child)
  try {
    await untilReady(new URL(service.ready, baseUrl), service.headers ?? {}, child)
    const headers = { ...service.headers, ...(await service.login?.(baseUrl)) }
    const document = join(folder, `document.${service.documentKind ?? 'json'}`)
    writeFileSync(document, await service.document({ baseUrl, folder, headers }))
    return { baseUrl, document, headers, folder, pid: child.pid, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A document that the running service serves itself. */
export const served =
  (path) =>
  async ({ baseUrl, headers }) => {
    const answer = await fetch(new URL(path, baseUrl), { headers })
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`)
    return answer.text()
  }
