import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { libraryDocument, libraryVersions } from '../support/library/document.js'
import { card, Library, type LibraryFault } from '../support/library/service.js'
import { runCli } from './cli.js'
import { sharedFolder } from '../support/folder.js'

const env = { RAMPART_API_KEY: card }

const config = `import { defineConfig, definePack, defineRule } from 'rampart'

const named = defineRule({
  id: 'library/titles',
  title: 'Books have titles',
  statement: 'A book that is read has a title.',
  observe(seen) {
    if (seen.response.text.startsWith('<')) seen.violate('a page came')
    if (!seen.is('readBook', 200)) return
    const { title } = seen.response.json as { title: string }
    seen.expect(title !== '', 'a book has no title', { pointer: '/title' })
  },
})
const kept = defineRule({
  id: 'library/kept',
  title: 'Books are kept',
  statement: 'A book that was replaced is read with its new title.',
  needs: ['writes'],
  async run({ call, sample, unique, expect }) {
    const created = await call('createBook', { body: sample('createBook', {}) })
    const { id } = created.json as { id: number }
    const title = unique()
    await call('replaceBook', { path: { id }, body: sample('createBook', { title }) })
    const read = await call('readBook', { path: { id } })
    expect((read.json as { title: string }).title === title, 'a book has its old title', { pointer: '/title' })
  },
})
const silent = defineRule({
  id: 'library/silent',
  title: 'Nothing',
  statement: 'Nothing is said.',
  observe: () => undefined,
})
export default defineConfig({ packs: [definePack({ name: 'library', rules: [named, kept, silent] })] })
`

const folder = sharedFolder({
  'rampart.config.ts': config,
  ...Object.fromEntries(
    libraryVersions.map((version) => [`library-${version}.json`, libraryDocument(version)]),
  ),
})

const both = libraryVersions.map((version) => `library-${version}.json`)

interface Reported {
  readonly results: readonly { readonly id: string; readonly version: string; readonly state: string }[]
}

const exploreAt = async (inside: Library, args: readonly string[], signal?: AbortSignal) => {
  inside.books.set(7, { id: 7, title: 'Somebody elses' })
  const { url, close } = await inside.listen()
  onTestFinished(close)
  const placed = args.map((text) => text.replace('URL', url))
  const ended = await runCli(
    ['test', '--document', ...both, '--for', '6s', '--include', 'get *', ...placed],
    { cwd: folder, env },
    signal,
  )
  const report = JSON.parse(await readFile(join(folder, 'rampart-report', 'report.json'), 'utf8')) as Reported
  const stateOf = (id: string): readonly string[] =>
    libraryVersions.flatMap((version) =>
      report.results.filter((one) => one.id === id && one.version === version).map(({ state }) => state),
    )
  return { ...ended, inside, stateOf, ids: new Set(report.results.map(({ id }) => id)) }
}

const explore = (faults: readonly LibraryFault[], ...args: readonly string[]) =>
  exploreAt(new Library(...faults), args)

test.each([
  ['header', ['--version-header', 'X-Library-Version', '--base-url', 'URL']],
  ['query', ['--version-query', 'version', '--base-url', 'URL']],
  ['path', ['--base-url', 'URL/{version}']],
])('rules of the user are judged under each version by %s', async (_, args) => {
  const { code, stderr, stateOf, inside } = await explore([], ...args, '--rules', 'library/*', 'answers/*')
  expect(stderr).not.toContain('error[')
  expect(code).toBe(0)
  expect(stateOf('answers/body')).toEqual(['passed', 'passed'])
  expect(stateOf('library/titles')).toEqual(['passed', 'passed'])
  expect(stateOf('library/kept')).toEqual(['passed', 'passed'])
  expect(stateOf('library/silent')).toEqual(['not-applicable', 'not-applicable'])
  expect([...inside.books.keys()]).toEqual([7])
})

test('one that is broken ends the run with 1, and stands in every report', async () => {
  const manner = ['--version-header', 'X-Library-Version', '--base-url', 'URL', '--rules', 'library/*']
  const { code, stdout, stderr, ids } = await explore(['updates are lost'], ...manner)
  expect(stdout).toContain('a book has its old title [library/kept')
  expect(stdout).toMatch(/at {9}\/title/)
  expect(stderr).toContain('broken rules: library/kept')
  expect(code).toBe(1)
  expect(ids).toEqual(new Set(['library/titles', 'library/kept', 'library/silent']))
  for (const name of ['junit.xml', 'results.sarif', 'report.html', 'exchanges.har']) {
    const text = await readFile(join(folder, 'rampart-report', name), 'utf8')
    expect(text).toContain(name.endsWith('har') ? '/books' : 'a book has its old title')
    expect(text).not.toContain(card)
  }
})

test('they are listed beside those that follow from the documents', async () => {
  const { code, stdout } = await runCli(['rules', '--json', '--document', ...both], { cwd: folder })
  const ids = (JSON.parse(stdout) as readonly { id: string }[]).map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['answers/body', 'versions/echo', 'library/kept']))
  expect(ids).not.toContain('versioning/echo')
  expect(code).toBe(0)
})

const wrong: readonly (readonly [LibraryFault, string, string])[] = [
  ['echoes another version', 'versions/echo', 'is answered with X-Library-Version: 2025-03-01'],
  ['serves old bodies', 'answers/body', 'writer must be an object, not "Anon"'],
  ['serves unknown versions', 'versions/unknown', 'which does not exist'],
  ['fails at unknown versions', 'versions/unknown', 'is answered with 500'],
  ['serves what is no more', 'versions/elsewhere', 'GET /hours is carried out under 2025-09-01'],
]
test.each(wrong)('a service that %s is found', async (fault, rule, says) => {
  const { stdout, ids } = await explore([fault], '--version-header', 'X-Library-Version', '--base-url', 'URL')
  expect(ids).toContain(rule)
  expect(stdout).toContain(`[${rule}`)
  expect(stdout).toContain(says)
})

const underHeader = ['--version-header', 'X-Library-Version', '--base-url', 'URL'] as const

test.each<readonly [LibraryFault, string]>([
  ['closes at unknown versions', 'versions/unknown'],
  ['is busy at unknown versions', 'versions/unknown'],
  ['fails at what is no more', 'versions/elsewhere'],
])('a service that %s is not judged by %s', async (fault, rule) => {
  const { stateOf } = await explore([fault], ...underHeader)
  expect(stateOf('versions/echo')).toEqual(['passed', 'passed'])
  expect(stateOf(rule)).not.toContain('passed')
})

test('the page of a firewall is not judged as a response of the service', async () => {
  const { code, stateOf, inside } = await explore(['stands behind a firewall'], ...underHeader)
  expect(code).toBe(0)
  expect(stateOf('library/titles')).toEqual(['passed', 'passed'])
  expect(inside.requests.some((line) => /limit=\d/.test(line))).toBe(true)
})

test('an interrupt between versions leaves nothing behind, and a report', async () => {
  const inside = new Library()
  const interrupt = new AbortController()
  inside.onUnknownVersion = () => interrupt.abort(new Error('interrupted'))
  const args = [...underHeader, '--rules', 'library/kept', 'versions/*']
  const { code, stderr, stateOf } = await exploreAt(inside, args, interrupt.signal)
  expect(stderr).not.toContain('error[')
  expect(code).toBe(130)
  expect(stateOf('versions/unknown')[1]).not.toBe('passed')
  expect([...inside.books.keys()]).toEqual([7])
})
