import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'

/** The commit that is tested, so that it always draws the same; undefined outside of a repository. */
const commit = (): string | undefined => {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim()
  } catch {
    return undefined
  }
}

/** Gives all workers one seed, and says how a run is repeated. Each commit draws anew. */
export default function setup(): void {
  process.env['RAMPART_DRAW_SEED'] ??= commit() ?? String(randomInt(1_000_000))
  process.stdout.write(`What is random is drawn by RAMPART_DRAW_SEED=${process.env['RAMPART_DRAW_SEED']}.\n`)
}
