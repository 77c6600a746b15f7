import { numberFor } from './draw.js'

/**
 * Whether slow matrices are tested whole, as `.ci/run` does with `RAMPART_TEST_ALL=1`. Otherwise each of them is
 * tested by the rows that stand for the others, so that `npm test` takes minutes.
 */
export const isWhole = process.env['RAMPART_TEST_ALL'] === '1'

/** The rows of a slow matrix: all, or those that represent the others. */
export const rowsOf = <T>(rows: readonly T[], standsForOthers: (row: T) => boolean): readonly T[] =>
  isWhole ? rows : rows.filter(standsForOthers)

/** All named rows, or a share that represents the others, chosen by the seed. */
export const sampleOf = <Named extends readonly [name: string, ...unknown[]]>(
  rows: readonly Named[],
  share: number,
): readonly Named[] => rowsOf(rows, ([name]) => numberFor('row', name) < share)
