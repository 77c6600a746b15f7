/** Gives all workers one seed, and prints how to use another. */
export default function setup(): void {
  process.env['RAMPART_DRAW_SEED'] ??= '1'
  process.stdout.write(`What is random is drawn by RAMPART_DRAW_SEED=${process.env['RAMPART_DRAW_SEED']}.\n`)
}
