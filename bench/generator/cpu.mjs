// Loaded before everything else in each measured process: leaves its CPU time where the bench finds it.
import { appendFileSync } from 'node:fs'

process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  appendFileSync(process.env.BENCH_CPU, `${user + system}\n`)
})
