import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, runProcess } from './cli.js'
import { validatorOf } from '../support/published-schema.js'
import { temporaryFolder } from '../support/folder.js'

const validate = validatorOf('diff/reports/changelog.schema.json')
const all = ['2025-03-13', '2026-07-01', '2026-08-01']

/** A folder with some of the reference documents as if they were fetched. */
const fetched = async (versions: readonly string[]): Promise<string> => {
  const cwd = temporaryFolder()
  await mkdir(join(cwd, 'specs'))
  for (const version of versions) {
    const name = `${version}.json`
    await copyFile(join(root, 'dist', 'specs', name), join(cwd, 'specs', name))
  }
  return cwd
}

interface Changelog {
  readonly versions: readonly { readonly name: string; readonly announced: readonly string[] }[]
}

test('all versions as JSON, the newest first, with what the table of the policy announced', async () => {
  // The output is data on GitHub too, because a file or a program may get it.
  const place = { cwd: await fetched(all), env: { GITHUB_ACTIONS: 'true' } }
  const { code, stdout, stderr } = await runProcess(['changelog', '--json'], place)
  expect([code, stderr]).toEqual([0, ''])
  const changelog = JSON.parse(stdout) as Changelog
  expect([validate(changelog), validate.errors]).toEqual([true, null])
  expect(changelog.versions.map(({ name }) => name)).toEqual(all.toReversed())
  expect(changelog.versions[0]?.announced).toContain('customers are created in SigningsRequired')
})
