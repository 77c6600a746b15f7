import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBaseline } from '../../../bin/contract/read-baseline.js'
import { readProvocations } from '../../../bin/contract/read-provocations.js'
import { readReport } from '../../../bin/contract/read-report.js'
import { reportOf } from '../../conformance/support/make.js'

let cwd = ''
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'rampart-files-'))
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

const write = async (content: unknown): Promise<string> => {
  await writeFile(join(cwd, 'file.json'), typeof content === 'string' ? content : JSON.stringify(content))
  return 'file.json'
}

describe('a baseline', () => {
  const entry = { rule: 'a/b', reason: 'known', expires: '2026-12-31' }

  test('is read', async () => {
    const baseline = { baselineVersion: 1, findings: [entry, { ...entry, version: '*', message: 'no *' }] }
    expect(await readBaseline(cwd, await write({ ...baseline, $schema: 'any' }))).toEqual(baseline)
  })

  test.each<[string, unknown, RegExp]>([
    ['no JSON', '{', /^file\.json: /],
    ['another version', { baselineVersion: 2, findings: [] }, /"baselineVersion": 1/],
    ['no list', { baselineVersion: 1 }, /no list of findings/],
    ['no rule', { baselineVersion: 1, findings: [entry, { ...entry, rule: '' }] }, /entry 2 names no rule/],
    ['no reason', { baselineVersion: 1, findings: [{ ...entry, reason: ' ' }] }, /entry 1 gives no reason/],
    ['no day', { baselineVersion: 1, findings: [{ ...entry, expires: 'never' }] }, /no day of expiry/],
    [
      'no such day',
      { baselineVersion: 1, findings: [{ ...entry, expires: '2026-13-01' }] },
      /no day of expiry/,
    ],
    [
      'a strange member',
      { baselineVersion: 1, findings: [{ ...entry, rules: 'x' }] },
      /unknown member "rules"/,
    ],
    [
      'a message that is none',
      { baselineVersion: 1, findings: [{ ...entry, message: 1 }] },
      /message that is no text/,
    ],
  ])('with %s is refused', async (_what, content, says) => {
    await expect(readBaseline(cwd, await write(content))).rejects.toMatchObject({
      code: 'BASELINE_INVALID',
      message: expect.stringMatching(says),
    })
  })
})

describe('provocations', () => {
  const patches = {
    some_code: [
      { op: 'replace', path: '/a', value: 1 },
      { op: 'remove', path: '' },
    ],
  }

  test('come from a file, from a config file, or not at all', async () => {
    expect(await readProvocations(cwd, await write(patches))).toEqual(patches)
    expect(await readProvocations(cwd, patches)).toEqual(patches)
    expect(await readProvocations(cwd, undefined)).toBeUndefined()
  })

  test.each<[string, unknown]>([
    ['no object', []],
    ['no list', { some_code: { op: 'remove', path: '/a' } }],
    ['an operation of another kind', { some_code: [{ op: 'test', path: '/a', value: 1 }] }],
    ['a path that is no pointer', { some_code: [{ op: 'remove', path: 'a' }] }],
    ['no value to add', { some_code: [{ op: 'add', path: '/a' }] }],
  ])('with %s are refused', async (_what, content) => {
    await expect(readProvocations(cwd, content)).rejects.toMatchObject({ code: 'PROVOCATIONS_INVALID' })
  })
})

describe('a report', () => {
  test('is read by its path or by its folder', async () => {
    const report = reportOf([])
    await mkdir(join(cwd, 'part'))
    await writeFile(join(cwd, 'part', 'report.json'), JSON.stringify(report))
    expect(await readReport(cwd, 'part')).toEqual(report)
    expect(await readReport(cwd, 'part/report.json')).toEqual(report)
  })

  test.each<[string, unknown]>([
    ['another version', { ...reportOf([]), reportVersion: 2 }],
    ['no results', { ...reportOf([]), results: undefined }],
    ['results that are none', { ...reportOf([]), results: [null] }],
  ])('of %s is refused', async (_what, content) => {
    await expect(readReport(cwd, await write(content))).rejects.toMatchObject({ code: 'REPORT_UNUSABLE' })
  })

  test('that is missing is named', async () => {
    await expect(readReport(cwd, 'none')).rejects.toMatchObject({
      code: 'REPORT_UNUSABLE',
      message: expect.stringContaining('none'),
    })
  })
})
