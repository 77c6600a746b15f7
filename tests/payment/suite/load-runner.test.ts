import { expect, test } from 'vitest'
import * as runner from 'vitest/node'
import { loadRunner } from '../../../payment/suite/load-runner.js'

const of = (version: string) => loadRunner(() => Promise.resolve({ ...runner, version }))

test('the runner that cuts a run is that of the project, from 3 on', async () => {
  for (const version of ['3.0.0', '4.1.12', '5.0.0-beta.1', '10.0.0'])
    expect(await of(version)).toMatchObject({ version })
  expect(await loadRunner()).toMatchObject({ version: runner.version })
})

test.each(['0.34.6', '1.6.1', '2.1.9'])('%s is refused: it would give no results', async (version) => {
  await expect(of(version)).rejects.toMatchObject({
    code: 'VITEST_MISSING',
    message: `--shard: vitest ${version} is installed`,
  })
})

test('where there is none that is said, and a fault of its own is not hidden', async () => {
  const missing = Object.assign(new Error('no vitest'), { code: 'ERR_MODULE_NOT_FOUND' })
  await expect(loadRunner(() => Promise.reject(missing))).rejects.toMatchObject({ code: 'VITEST_MISSING' })
  const broken = new SyntaxError('broken')
  await expect(loadRunner(() => Promise.reject(broken))).rejects.toBe(broken)
})
