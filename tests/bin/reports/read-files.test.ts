import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readBaseline, readReport, readReportOf, reportWords } from '../../../bin/reports/read-report.js'
import { readProvocations } from '../../../bin/test/check-options.js'
import { registry } from '../../../payment/index.js'
import { type Report, renderJson } from '../../../conformance/index.js'
import { reportOf } from '../../conformance/support/make.js'
import { sharedFolder } from '../../support/folder.js'
import { tableIn } from '../../support/table.js'

const cwd = sharedFolder()

const write = async (content: unknown): Promise<string> => {
  await writeFile(join(cwd, 'file.json'), typeof content === 'string' ? content : JSON.stringify(content))
  return 'file.json'
}

const table = tableIn<
  Readonly<
    Record<'baselines' | 'provocations', readonly (readonly [string, content: unknown, says: string])[]>
  >
>(import.meta.dirname, 'read-files.yaml')

const ids = registry.rules.map(({ id }) => id)

describe('a baseline', () => {
  const entry = { rule: 'versioning/echo', reason: 'known', expires: '2026-12-31' }

  test('is read', async () => {
    const baseline = { baselineVersion: 1, findings: [entry, { ...entry, version: '*', message: 'no *' }] }
    expect(await readBaseline(cwd, await write(baseline), ids)).toEqual(baseline)
  })

  test.each(table.baselines)(
    'with %s is refused',
    async (_what, content, says) =>
      await expect(readBaseline(cwd, await write(content), ids)).rejects.toMatchObject({
        code: 'BASELINE_INVALID',
        message: expect.stringMatching(new RegExp(says)),
      }),
  )

  test('is told of all of its problems, each with line, column and pointer', async () => {
    const text = [
      '{ "baselineVersion": 1,',
      '  "findings": [',
      '    { "rule": "no/such", "reason": "r", "expires": "2026-12-31" },',
      '    { "rule": "versioning/echo", "reasons": "r", "expires": "2026-12-31" }',
      '] }',
    ]
    const reading = readBaseline(cwd, await write(text.join('\n')), ids)
    await expect(reading).rejects.toMatchObject({
      message: 'file.json has 3 problems',
      problems: [
        { where: { file: 'file.json', line: 3, column: 15, pointer: '/findings/0/rule' } },
        { where: { line: 4, column: 5, pointer: '/findings/1' }, message: 'entry 2 has no "reason"' },
        { where: { line: 4, column: 34, pointer: '/findings/1/reasons' } },
      ],
    })
  })
})

describe('provocations', () => {
  const patches = {
    prohibited_industry: [
      { op: 'replace', path: '/a', value: 1 },
      { op: 'remove', path: '' },
    ],
    'reuse_rejected:Token': [],
    Person: [{ op: 'add', path: '/b', value: null }],
  }

  test('come from a file, from a config file, or not at all', async () => {
    expect(await readProvocations(cwd, await write(patches))).toEqual(patches)
    expect(await readProvocations(cwd, patches)).toEqual(patches)
    expect(await readProvocations(cwd, undefined)).toBeUndefined()
  })

  test.each(table.provocations)(
    'with %s are refused',
    async (_what, content, says) =>
      await expect(readProvocations(cwd, content)).rejects.toMatchObject({
        code: 'PROVOCATIONS_INVALID',
        message: expect.stringMatching(new RegExp(says)),
      }),
  )
})

describe('a report', () => {
  test('is read by its path or by its folder', async () => {
    const report: unknown = JSON.parse(renderJson(reportOf([])))
    await mkdir(join(cwd, 'part'))
    await writeFile(join(cwd, 'part', 'report.json'), JSON.stringify(report))
    for (const path of ['part', 'part/report.json', join(cwd, 'part')]) {
      expect(await readReport(cwd, path)).toEqual({ report, file: 'part/report.json' })
    }
  })

  test.each<[string, Partial<Report>, string]>([
    ['inspect', { command: 'inspect' }, 'inspect'],
    ['the drill', { subject: 'receiver' }, 'webhook drill'],
  ])('of %s is refused where one of a test is needed, and named', async (_what, own, command) => {
    const file = await write({ ...JSON.parse(renderJson(reportOf([]))), ...own })
    await expect(readReportOf('test', cwd, file)).rejects.toMatchObject({
      code: 'REPORT_UNUSABLE',
      message: `file.json is a report of "rampart ${command}", but one of "rampart test" is needed`,
    })
    expect(reportWords(await readReportOf(command, cwd, file))).toBe(
      `file.json (rampart ${command} of https://api.example/api, 2026-09-01T12:00:00.000Z)`,
    )
  })

  test.each<[string, unknown]>([
    ['another version', { ...reportOf([]), reportVersion: 1 }],
    ['no results', { ...reportOf([]), results: undefined }],
    ['results that are none', { ...reportOf([]), results: [null] }],
  ])(
    'of %s is refused',
    async (_what, content) =>
      await expect(readReport(cwd, await write(content))).rejects.toMatchObject({ code: 'REPORT_UNUSABLE' }),
  )

  test('that is missing is named', async () =>
    await expect(readReport(cwd, 'none')).rejects.toMatchObject({
      code: 'REPORT_UNUSABLE',
      message: expect.stringContaining('none'),
    }))
})
