// `rampart test --document` beside Schemathesis, on services which nobody here wrote; each run on an empty state.
// node explore.mjs [NAME...]; SECONDS_EACH=60 bounds ours, SERVICES says where everything lies.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { installed, pip, startService } from './services/service.mjs'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const SECONDS = Number(process.env['SECONDS_EACH'] ?? 60)
const LONGEST = Number(process.env['LONGEST'] ?? 180)

const modules = readdirSync(join(HERE, 'services'))
  .filter((file) => file.endsWith('.mjs') && !['service.mjs', 'serve.mjs'].includes(file))
  .map((file) => basename(file, '.mjs'))

const load = async (name) => (await import(`./services/${name}.mjs`)).default
const schemathesis = { install: (folder) => pip(folder, ['schemathesis']) }

/** Runs to its end, or is interrupted when it takes too long; what it prints goes to a file. */
const runTool = async (command, args, { cwd, env }) => {
  const output = openSync(join(cwd, 'output.txt'), 'w')
  const started = performance.now()
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
  })
  const late = setTimeout(() => child.kill('SIGINT'), LONGEST * 1000)
  const [code] = await once(child, 'exit')
  clearTimeout(late)
  return { code, seconds: (performance.now() - started) / 1000 }
}

const runSchemathesis = async ({ document, baseUrl, headers }, cwd) => {
  const command = join(await installed('schemathesis', schemathesis), 'venv/bin/st')
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}:${value}`])
  const reports = ['--report', 'json,ndjson', '--report-json-path', 'report.json']
  const args = [
    'run',
    document,
    '--url',
    baseUrl,
    ...sent,
    ...reports,
    '--report-ndjson-path',
    'events.ndjson',
  ]
  const { code, seconds } = await runTool(command, [...args, '--no-color'], { cwd })
  const report = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'))
  return {
    code,
    seconds,
    requests: report.test_cases.generated,
    operations: report.operations.tested,
    findings: report.failures.map(({ code: id, title, operations }) => [`${id} ${title}`, operations.length]),
  }
}

/** Variables of the environment that credentials are looked for in, by the names of their security schemes. */
const credentialsOf = ({ schemes = {} }) =>
  Object.fromEntries(
    Object.entries(schemes).map(([scheme, value]) => {
      const words = scheme.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').replaceAll(/[^A-Za-z\d]+/g, '_')
      return [`RAMPART_AUTH_${words.toUpperCase()}`, value]
    }),
  )

const runRampart = async ({ document, baseUrl }, cwd, service) => {
  const rampart = join(HERE, '../dist/bin/rampart.js')
  const what = ['test', '--document', document, '--base-url', baseUrl, '--for', `${SECONDS}s`]
  const env = credentialsOf(service)
  const { code, seconds } = await runTool(process.execPath, [rampart, ...what], { cwd, env })
  const report = JSON.parse(readFileSync(join(cwd, 'rampart-report/report.json'), 'utf8'))
  return {
    code,
    seconds,
    requests: report.versions[0].requests.sent,
    operations: report.coverage[0].operations.reached,
    findings: report.results
      .filter(({ findings }) => findings?.length > 0)
      .map(({ id, severity, findings }) => [`${severity} ${id}`, findings.length]),
  }
}

const tools = { schemathesis: runSchemathesis, rampart: runRampart }

/** Services must not reach anything but this machine, whatever they are asked to. */
const alone = (names) => {
  const script = 'ip link set lo up && exec "$0" "$@"'
  const args = ['--net', 'sh', '-c', script, process.execPath, fileURLToPath(import.meta.url), ...names]
  return spawnSync('unshare', args, { stdio: 'inherit', env: { ...process.env, ALONE: '1' } }).status ?? 1
}

const main = async () => {
  const names = process.argv.length > 2 ? process.argv.slice(2) : modules
  if (process.env['ALONE'] === undefined) {
    await installed('schemathesis', schemathesis)
    for (const name of names) await installed(name, await load(name))
    process.exitCode = alone(names)
    return
  }
  for (const name of names)
    for (const tool of (process.env['TOOLS'] ?? 'schemathesis,rampart').split(',')) {
      const service = await load(name)
      const running = await startService(name, service)
      const cwd = join(running.folder, tool)
      rmSync(cwd, { recursive: true, force: true })
      mkdirSync(cwd, { recursive: true })
      try {
        console.log(JSON.stringify({ name, tool, ...(await tools[tool](running, cwd, service)) }))
      } finally {
        await running.stop()
      }
    }
}

await main()
