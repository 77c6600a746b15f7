// Processes, their wall time and their CPU time (user and system, all threads), and what the numbers add up to.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const recorder = fileURLToPath(new URL('./cpu.mjs', import.meta.url))

export const median = (numbers) => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2
}

/** Runs Node with these arguments: wall and CPU in seconds, what it printed, and why it failed if it did. */
export const run = (folder, args, { cwd = folder, minutes = 5 } = {}) => {
  const record = join(folder, 'cpu.txt')
  rmSync(record, { force: true })
  const began = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: minutes * 60_000,
    env: { ...process.env, NODE_OPTIONS: `--import=${recorder}`, BENCH_CPU: record, NO_COLOR: '1' },
  })
  const wall = (performance.now() - began) / 1000
  if (status !== 0) return { failed: `${stdout}${stderr}`.slice(-2000) || `ended with ${status}` }
  const cpu = readFileSync(record, 'utf8').trim().split('\n').map(Number)
  return { wall, cpu: cpu.reduce((sum, one) => sum + one, 0) / 1e6, stdout }
}

/** An empty folder of this name. */
export const empty = (folder, name) => {
  const path = join(folder, name)
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { recursive: true })
  return path
}

/** The median of each subject's runs. They take turns, so that a busy moment meets all of them. */
export const alternate = (rounds, subjects) => {
  const results = new Map(Object.keys(subjects).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, subject] of Object.entries(subjects)) {
      const before = results.get(name)
      if (!before.some(({ failed }) => failed)) before.push(subject())
    }
  }
  const ran = [...results].filter(([, runs]) => runs.length > 0)
  return Object.fromEntries(ran.map(([name, runs]) => [name, medianRun(runs)]))
}

const medianRun = (runs) =>
  runs.find(({ failed }) => failed) ?? {
    wall: median(runs.map(({ wall }) => wall)),
    cpu: median(runs.map(({ cpu }) => cpu)),
    stdout: runs[0].stdout,
  }

export const filesBelow = (path, pattern = /./) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => pattern.test(file))

export const bytesBelow = (path, pattern) =>
  filesBelow(path, pattern).reduce((sum, file) => sum + statSync(file).size, 0)
