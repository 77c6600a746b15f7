import { describe, expect, test } from 'vitest'
import * as runner from 'vitest/node'
import { partOf } from '../../../bin/test/steps.js'

const names = Array.from({ length: 29 }, (_, index) => `area/rule-${index} 2026-08-01`)

describe('a run that is cut', () => {
  test.each([1, 2, 3, 7, 40])('into %d has even parts, in which everything is once', async (count) => {
    const parts = await Promise.all(
      Array.from({ length: count }, async (_, at) => [...(await partOf(names, `${at + 1}/${count}`))]),
    )
    expect(parts.flat().toSorted()).toEqual(names.toSorted())
    const sizes = parts.map(({ length }) => length)
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
  })

  test('is cut alike, in whatever order its steps come', async () =>
    expect(await partOf(names.toReversed(), '2/3')).toEqual(await partOf(names, '2/3')))

  test.each(['3.0.0', '4.1.12', '10.0.0'])('is cut by vitest %s of the project', async (version) =>
    expect((await partOf(names, '1/1', () => Promise.resolve({ ...runner, version }))).size).toBe(29),
  )

  test.each(['0.34.6', '2.1.9'])(
    'is not cut by vitest %s',
    async (version) =>
      await expect(partOf(names, '1/2', () => Promise.resolve({ ...runner, version }))).rejects.toMatchObject(
        {
          code: 'VITEST_MISSING',
          message: `--shard: vitest ${version} is installed`,
        },
      ),
  )

  test('is not cut where there is no vitest, and a fault of its own is not hidden', async () => {
    const missing = Object.assign(new Error('no vitest'), { code: 'ERR_MODULE_NOT_FOUND' })
    await expect(partOf(names, '1/2', () => Promise.reject(missing))).rejects.toMatchObject({
      code: 'VITEST_MISSING',
    })
    const broken = new SyntaxError('broken')
    await expect(partOf(names, '1/2', () => Promise.reject(broken))).rejects.toBe(broken)
  })
})
