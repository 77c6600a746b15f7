import { createHash } from 'node:crypto'

/** The share of rows that a run draws; 1 for all. */
const share = Number(process.env['RAMPART_DRAW_SHARE'] ?? '0.1')

/** The seed of this run's draws, printed at its beginning. */
export const drawSeed = process.env['RAMPART_DRAW_SEED'] ?? '0'

/** A number from 0 to 1 that depends only on the seed and on the name that it is drawn for. */
export const numberFor = (...drawn: readonly string[]): number =>
  createHash('sha256')
    .update(JSON.stringify([drawSeed, ...drawn]))
    .digest()
    .readUInt32BE() /
  2 ** 32

/** True for a random tenth of all names, the same tenth with the same seed. */
export const isDrawn = (...drawn: readonly string[]): boolean => numberFor(...drawn) < share
