import { randomInt } from 'node:crypto'

/** Gives all workers one seed, and says how a run is repeated. */
export default function setup(): void {
  process.env['RAMPART_DRAW_SEED'] ??= String(randomInt(1_000_000))
  process.stdout.write(`What is random is drawn by RAMPART_DRAW_SEED=${process.env['RAMPART_DRAW_SEED']}.\n`)
}
