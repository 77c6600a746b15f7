import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Import, importsOf, root, sourcesOf, targetOf } from './support/imports.js'

/** The imports that each folder may have. `index` allows the public `index.ts` of a wing alone, `types` only types. */
const mayImport: Readonly<Record<string, Readonly<Record<string, 'all' | 'index' | 'types'>>>> = {
  bin: {
    diagnostics: 'index',
    fetch: 'index',
    generator: 'index',
    diff: 'index',
    conformance: 'index',
    payment: 'index',
    sandbox: 'index',
    webhook: 'index',
    redaction: 'index',
    document: 'index',
    versions: 'index',
    reporting: 'index',
  },
  diagnostics: {},
  // A schema has one type, which generated code brings with it.
  document: { diagnostics: 'index', runtime: 'all' },
  versions: {},
  redaction: {},
  reporting: { diagnostics: 'index' },
  fetch: { diagnostics: 'index', document: 'index' },
  // The tables that the generator prints have the types of the runtime, and its formats are those of the output.
  generator: { diagnostics: 'index', document: 'index', runtime: 'all' },
  runtime: {},
  diff: {
    diagnostics: 'index',
    document: 'index',
    reporting: 'index',
    versions: 'index',
  },
  scripts: {
    diagnostics: 'index',
    document: 'index',
    fetch: 'index',
    generator: 'index',
    diff: 'index',
    conformance: 'index',
    payment: 'index',
    sandbox: 'index',
    reporting: 'index',
    // The schema of config files derives from the options of commands.
    bin: 'all',
  },
  conformance: {
    runtime: 'all',
    diagnostics: 'index',
    document: 'index',
    redaction: 'index',
    versions: 'index',
    reporting: 'index',
  },
  // The specification stands on the engine, which knows nothing of it. It is compared with documents as one of them.
  payment: {
    runtime: 'all',
    diagnostics: 'index',
    document: 'index',
    diff: 'index',
    conformance: 'all',
    generated: 'all',
    versions: 'index',
    reporting: 'index',
  },
  sandbox: { runtime: 'all', generated: 'all', versions: 'index' },
  // A drill reports as the suite does.
  webhook: {
    runtime: 'all',
    diagnostics: 'index',
    document: 'index',
    generated: 'all',
    conformance: 'index',
    redaction: 'index',
    versions: 'index',
    reporting: 'index',
  },
}

/** Packages that only some folders may load. */
const packagesOf: Readonly<Record<string, readonly RegExp[]>> = {
  // vitest for `rampart/vitest` alone, which registers the suite in a project of the user's own.
  // typescript for types alone: `rampart diff --impact` works with the one of the user's project.
  // ajv checks what users write by the published schemas.
  bin: [
    /^commander$/,
    /^undici$/,
    /^picocolors$/,
    /^jiti$/,
    /^vitest(\/node)?$/,
    /^typescript$/,
    /^ajv(\/|$)/,
    /^ajv-formats$/,
  ],
  diagnostics: [],
  document: [/^fast-check$/, /^refa$/, /^js-yaml$/],
  versions: [],
  redaction: [],
  reporting: [],
  fetch: [],
  generator: [
    /^ajv(\/|$)/,
    /^ajv-formats(\/|$)/,
    /^handlebars$/,
    /^openapi-typescript(\/|$)/,
    // typescript of the version that openapi-typescript works with, in its thread.
    /^typescript$/,
    /^@redocly\/openapi-core$/,
    // Documents of Swagger 2.0, for tests of services that still publish them.
    /^@scalar\/openapi-upgrader(\/|$)/,
    // openapi-typescript makes types, and typescript prints them: only in one folder, which a thread loads.
    /^openapi-typescript(\/|$)/,
    /^typescript$/,
  ],
  runtime: [],
  diff: [/^(typescript|js-yaml)$/],
  // typescript reads the declarations that a page of the documentation is made of; no script is shipped.
  scripts: [
    /^rolldown$/,
    /^rolldown-plugin-dts$/,
    /^@redocly\/openapi-core$/,
    /^rfc6902$/,
    /^yaml$/,
    /^typescript$/,
    /^commander$/,
  ],
  conformance: [/^@streamparser\/json$/, /^undici$/, /^big\.js$/],
  payment: [/^big\.js$/, /^fast-check$/],
  sandbox: [/^fastify$/, /^big\.js$/, /^classic-level$/, /^undici$/, /^ipaddr\.js$/],
  webhook: [/^ipaddr\.js$/, /^undici$/],
}

const wings = Object.keys(mayImport)

const all = new Map(wings.map((wing) => [wing, sourcesOf(wing).flatMap(importsOf)]))

describe.each(wings)('%s/', (wing) => {
  const imports = all.get(wing) ?? []

  test('imports only the folders that the design allows', () => {
    const allowed = mayImport[wing] ?? {}
    const broken = imports.filter((one) => {
      const target = targetOf(one)
      const folder = target?.split('/')[0]
      if (target === undefined || folder === undefined || folder === wing) return false
      const right = allowed[folder]
      if (right === 'types') return !one.typeOnly
      // Tables and lists that the command line is made of, and that load nothing.
      const light = [
        'document/patterns/source.ts',
        'reporting/formats.ts',
        'reporting/markdown.ts',
        'conformance/model/rule.ts',
        'conformance/run/schedule.ts',
        'payment/tables/messages.ts',
      ]
      // The comparison alone: the door of diff/ loads reports, impact and upgrade.
      const comparison = ['diff/diff-documents.ts', 'diff/catalogue/index.ts', 'diff/model/report.ts']
      const inner = ['document/values/index.ts', 'document/text/index.ts', ...comparison]
      const doors = [`${folder}/index.ts`, ...inner, ...light]
      return right === undefined || (right === 'index' && !doors.includes(target))
    })
    expect(broken).toEqual([])
  })

  test('loads only the packages that are its own', () => {
    const own = packagesOf[wing] ?? []
    const broken = imports
      .map(({ specifier }) => specifier.replace(/^#bundled\//, ''))
      .filter((specifier) => !/^(\.|#|node:)/.test(specifier))
      .filter((specifier) => !own.some((pattern) => pattern.test(specifier)))
    expect(broken).toEqual([])
  })
})

test('one folder alone loads openapi-typescript and the compiler that it prints with', () => {
  const shipped = [...all].flatMap(([wing, imports]) => (wing === 'scripts' ? [] : imports))
  const loading = shipped.filter(
    ({ specifier, typeOnly }) => /^(typescript|openapi-typescript(\/.*)?)$/.test(specifier) && !typeOnly,
  )
  const elsewhere = loading.filter(({ from }) => !from.startsWith('generator/types/openapi-typescript/'))
  expect(elsewhere).toEqual([])
})

test('that folder is entered by what starts its thread, and by nothing else', () => {
  const outside = (all.get('generator') ?? []).filter(
    ({ from }) => !from.startsWith('generator/types/openapi-typescript/'),
  )
  const entered = outside.filter(
    (one) => !one.typeOnly && targetOf(one)?.startsWith('generator/types/openapi-typescript/') === true,
  )
  expect(entered.map(targetOf)).toEqual(['generator/types/openapi-typescript/library.ts'])
})

/**
 * Imports inside the tree as edges between nodes; `nodeOf` returns the node of a file: the file itself or its folder.
 */
const graphOf = (imports: readonly Import[], nodeOf: (file: string) => string): Map<string, Set<string>> => {
  const graph = new Map<string, Set<string>>()
  for (const one of imports) {
    const target = targetOf(one)
    if (target === undefined || nodeOf(one.from) === nodeOf(target)) continue
    graph.set(nodeOf(one.from), (graph.get(nodeOf(one.from)) ?? new Set()).add(nodeOf(target)))
  }
  return graph
}

/** A path around each cycle that a depth-first search meets; empty for a graph without cycles. */
const circlesIn = (graph: ReadonlyMap<string, ReadonlySet<string>>): string[] => {
  const circles: string[] = []
  const done = new Set<string>()
  const walk = (node: string, trail: readonly string[]): void => {
    if (trail.includes(node)) circles.push([...trail.slice(trail.indexOf(node)), node].join(' -> '))
    else if (!done.has(node)) for (const next of graph.get(node) ?? []) walk(next, [...trail, node])
    done.add(node)
  }
  for (const node of graph.keys()) walk(node, [])
  return circles
}

const everyImport = [...all.values()].flat()

test('a circle is found', () => {
  const graph = new Map([['a', new Set(['b'])], ['b', new Set(['c'])], ['c', new Set(['a'])]]) // prettier-ignore
  expect(circlesIn(graph)).toEqual(['a -> b -> c -> a'])
})

test.each([
  ['file', (file: string) => file],
  ['folder', dirname],
])('no %s imports itself through others, types included', (_, nodeOf) => {
  expect(circlesIn(graphOf(everyImport, nodeOf))).toEqual([])
})

test('templates loop over what they are given, and compute nothing', () => {
  const names = readdirSync(join(root, 'templates'), { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((one) => one.endsWith('.hbs'))) {
    const text = readFileSync(join(root, 'templates', name), 'utf8')
    const blocks = [...text.matchAll(/\{\{#[*]?\s*([\w.]+)/g)].map(([, block = '']) => block)
    const others = blocks.filter((block) => !['each', 'if', 'unless', 'inline'].includes(block))
    expect(others, name).toEqual([])
    expect(text, name).not.toMatch(/\{\{\{|\{\{(with|lookup|log)\b/)
  }
})

/** The folders or files, besides bin/ and scripts/, that may use each part of the platform. */
const platform: readonly (readonly [what: string, use: RegExp, where: readonly string[]])[] = [
  [
    'the disk',
    /from 'node:fs(\/promises)?'/,
    [
      // An archive of exchanges is written while the run goes on, and read again for the reports.
      'conformance/recording/recording.ts',
      // Files of the package: the script and the style of the report, the runtime, the templates, pages, documents.
      'reporting/html/page.ts',
      'generator/render/root-files.ts',
      'generator/render/templates.ts',
      'sandbox/console/assets.ts',
      'sandbox/reference.ts',
      // A document may refer to files beside it, and an output folder tells what it was made from.
      'generator/load/bundle.ts',
      'generator/manifest.ts',
      // State that outlives the process, where the user asks for it.
      'sandbox/state/database.ts',
      'webhook/listen/log.ts',
    ],
  ],
  ['the process', /(?<![\w.'])process\.\w/, []],
  ['the console', /(?<![\w.'])console\.\w/, []],
]

test.each(platform)('%s is used in the places named, and in each of them', (_, use, where) => {
  const using = wings
    .filter((wing) => !['bin', 'scripts'].includes(wing))
    .flatMap(sourcesOf)
    .filter((file) => use.test(readFileSync(file, 'utf8')))
    .map((file) => relative(root, file))
  expect(using.toSorted()).toEqual(where.toSorted())
})

const names = (...words: readonly string[]): RegExp =>
  new RegExp(`^(export )?(async )?(function|const) (${words.join('|')})\\b`, 'm')

/**
 * Shared definitions and their only files: a second definition is a mistake, except in runtime/, which is copied into
 * projects of users and imports nothing.
 */
const once: readonly (readonly [what: string, definition: RegExp, where: readonly string[]])[] = [
  ['isObject', names('isObject'), ['runtime/json.ts']],
  ['the escaping of JSON pointers', /'~0'/, ['document/json/json.ts', 'runtime/json.ts']],
  [
    'the escaping of markup',
    names('escapeHtml', 'escapeXml'),
    ['reporting/html/markup.ts', 'reporting/junit.ts'],
  ],
  ['cells of Markdown', names('tableCell', 'tableRow', 'escapeMarkdown'), ['reporting/markdown.ts']],
  ['the escaping of commands in logs', /'##\[/, ['reporting/text/text.ts']],
  ['the HTTP methods of OpenAPI', names('isMethod'), ['document/keywords/keywords.ts']],
  ['suggestions', names('didYouMean'), ['diagnostics/did-you-mean.ts']],
  ['dates of versions', /'20(25-03-13|26-07-01|26-08-01)'/, ['versions/table.ts']],
]

test.each(once)('%s stands once', (_, definition, where) => {
  const defining = wings
    .flatMap(sourcesOf)
    .filter((file) => definition.test(readFileSync(file, 'utf8')))
    .map((file) => relative(root, file))
  expect(defining.toSorted()).toEqual(where)
})
