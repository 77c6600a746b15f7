import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
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
  // On GitHub too it is data, which a file or a program may get.
  const place = { cwd: await fetched(all), env: { GITHUB_ACTIONS: 'true' } }
  const { code, stdout, stderr } = await runProcess(['changelog', '--json'], place)
  expect([code, stderr]).toEqual([0, ''])
  const changelog = JSON.parse(stdout) as Changelog
  expect([validate(changelog), validate.errors]).toEqual([true, null])
  expect(changelog.versions.map(({ name }) => name)).toEqual(all.toReversed())
  expect(changelog.versions[0]?.announced).toContain('customers are created in SigningsRequired')
})

test('the table of the policy of diff in the config file is quoted instead', async () => {
  const cwd = await fetched(all.slice(-1))
  const table = {
    [all[2] ?? '']: [{ says: 'terms are asked for', operations: ['get /terms-and-conditions'] }],
  }
  const policy = { name: 'ours', table }
  await writeFile(join(cwd, 'rampart.config.json'), JSON.stringify({ diff: { policy } }))
  const { code, stdout } = await runProcess(['changelog'], { cwd, env: { GITHUB_ACTIONS: 'true' } })
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^# Changelog/)])
  expect(stdout).toContain('Announced by the service:\n\n- terms are asked for\n')
  expect(stdout).not.toContain('SigningsRequired')
})

test('one version alone is the first; --output writes one file and says so', async () => {
  const cwd = await fetched(all.slice(0, 1))
  const args = ['changelog', '--format', 'html', '--output', 'site/changelog.html']
  expect(await runProcess(args, { cwd })).toEqual({
    code: 0,
    stdout: '',
    stderr: 'Written to site/changelog.html.\n',
  })
  expect(await readdir(join(cwd, 'site'))).toEqual(['changelog.html'])
  const page = await readFile(join(cwd, 'site', 'changelog.html'), 'utf8')
  expect(page).toContain('The first version, without an earlier one to compare with. It has 72 operations.')
})
