import { describe, expect, test } from 'vitest'
import {
  annotationLine,
  annotationLines,
  junitXml,
  sarifFingerprints,
  sarifLocation,
  sarifLog,
  sarifNotification,
  withoutCommands,
  withoutLinks,
} from '../../reporting/index.js'
import { tableIn } from '../support/table.js'

const tables = tableIn<{
  readonly annotations: [string, { title: string; message: string }, string][]
}>(import.meta.dirname, 'documents.yaml')

describe('annotations', () => {
  test.each(tables.annotations)('with %s are one line', (_name, annotation, expected) => {
    expect(annotationLine({ level: 'error', ...annotation })).toBe(expected)
  })

  test('call a note what GitHub calls it', () => {
    expect(annotationLine({ level: 'note', title: 't', message: 'm' })).toBe('::notice title=t::m\n')
  })

  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ title: 't', message: 'm', name: `n${index}` }))
  const rest = (names: readonly string[]): string => `more: ${names.join(' ')}`

  test.each([
    ['all of ten', 10, 0, 10, undefined],
    ['nine of eleven, and the others by name', 11, 0, 10, '::warning title=rampart::more: n9 n10'],
    ['fewer where some were shown before', 10, 1, 9, '::warning title=rampart::more: n8 n9'],
  ])('show %s', (_name, count, used, shown, last) => {
    const lines = annotationLines('warning', many(count), rest, used).split('\n').slice(0, -1)
    expect(lines).toHaveLength(shown)
    expect(lines.at(-1)).toBe(last ?? '::warning title=t::m')
  })

  test('are not made by text between marks that nobody can guess', () => {
    const lines = withoutCommands('::error::x\n').split('\n')
    const token = /^::stop-commands::([\da-f]{32})$/.exec(lines[0] ?? '')?.[1]
    expect(lines.slice(1)).toEqual(['::error::x', `::${token}::`, ''])
    expect(withoutCommands('')).not.toContain(token)
  })
})

test('JUnit counts the cases that it holds', () => {
  const xml = junitXml([
    {
      name: 'a&b',
      durationMs: 1500,
      cases: [
        { className: 'c', name: 'passed' },
        { className: 'c', name: 'noted', outcome: { kind: 'output', text: 'x' } },
        { className: 'c', name: 'failed', outcome: { kind: 'failure', message: '<', text: '"' } },
        { className: 'c', name: 'unknown', outcome: { kind: 'error', message: 'e' } },
        { className: 'c', name: 'left out', outcome: { kind: 'skipped', message: 's' } },
      ],
    },
  ])
  expect(xml.split('\n')).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="rampart">',
    '  <testsuite name="a&amp;b" tests="5" failures="1" errors="1" skipped="1" time="1.500">',
    '    <testcase classname="c" name="passed"></testcase>',
    '    <testcase classname="c" name="noted"><system-out>x</system-out></testcase>',
    '    <testcase classname="c" name="failed"><failure message="&lt;">&quot;</failure></testcase>',
    '    <testcase classname="c" name="unknown"><error message="e"/></testcase>',
    '    <testcase classname="c" name="left out"><skipped message="s"/></testcase>',
    '  </testsuite>',
    '</testsuites>',
    '',
  ])
})

describe('SARIF', () => {
  test('is one run of rampart', () => {
    const log = sarifLog({
      category: 'rampart/x/',
      toolVersion: '1.2.3',
      rules: [{ id: 'a' }],
      invocation: { executionSuccessful: true },
      results: [{ ruleId: 'a' }],
    })
    expect(JSON.parse(log)).toEqual({
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'rampart', semanticVersion: '1.2.3', rules: [{ id: 'a' }] } },
          automationDetails: { id: 'rampart/x/' },
          columnKind: 'utf16CodeUnits',
          invocations: [{ executionSuccessful: true }],
          results: [{ ruleId: 'a' }],
        },
      ],
    })
  })

  test.each([
    ['a file', sarifLocation('a', 3), { uri: 'a', uriBaseId: '%SRCROOT%' }, 3],
    ['the first line', sarifLocation('a'), { uri: 'a', uriBaseId: '%SRCROOT%' }, 1],
    ['no file', sarifLocation('a', 1, false), { uri: 'a' }, 1],
  ])('locates %s', (_name, location, artifactLocation, startLine) => {
    expect(location).toEqual({ physicalLocation: { artifactLocation, region: { startLine } } })
  })

  test('has notifications and fingerprints', () => {
    expect(sarifNotification('warning', 'x')).toEqual({ level: 'warning', message: { text: 'x' } })
    expect(sarifFingerprints('a', 'b')).toEqual({ 'rampart/v1': 'a', primaryLocationLineHash: 'b' })
  })

  test('makes no link of brackets', () => {
    expect(withoutLinks('[a](b) \\')).toBe(String.raw`\[a\](b) \\`)
  })
})
