import { createHash } from 'node:crypto'

/** Share of what is possible that a run draws; 1 for everything. */
const share = Number(process.env['RAMPART_DRAW_SHARE'] ?? '0.1')

/** Seed of what this run draws, printed when it begins. */
export const drawSeed = process.env['RAMPART_DRAW_SEED'] ?? '0'

/** A number from 0 to 1 that hangs on the seed and on what it is drawn for, and on nothing else. */
export const numberFor = (...drawn: readonly string[]): number =>
  createHash('sha256')
    .update(JSON.stringify([drawSeed, ...drawn]))
    .digest()
    .readUInt32BE() /
  2 ** 32

/** True for a random tenth of everything that is asked about, the same tenth with the same seed. */
export const isDrawn = (...drawn: readonly string[]): boolean => numberFor(...drawn) < share
