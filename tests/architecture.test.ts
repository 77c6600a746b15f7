import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** What each folder may import of the others. `index` allows the public `index.ts` of a wing alone, `types` what leaves no trace in JavaScript. */
const mayImport: Readonly<Record<string, Readonly<Record<string, 'all' | 'index' | 'types'>>>> = {
  bin: {
    diagnostics: 'index',
    fetch: 'index',
    generator: 'index',
    diff: 'index',
    conformance: 'index',
    sandbox: 'index',
    webhook: 'index',
    redaction: 'index',
    document: 'index',
    versions: 'index',
    reporting: 'index',
  },
  diagnostics: {},
  // A schema has one type, which generated code brings with it.
  document: { diagnostics: 'index', runtime: 'types' },
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
    sandbox: 'index',
    reporting: 'index',
  },
  conformance: {
    runtime: 'all',
    diagnostics: 'index',
    document: 'index',
    generated: 'all',
    redaction: 'index',
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
  bin: [/^commander$/, /^picocolors$/, /^jiti$/, /^vitest$/, /^typescript$/, /^ajv(\/|$)/, /^ajv-formats$/],
  diagnostics: [],
  document: [],
  versions: [],
  redaction: [],
  reporting: [],
  fetch: [/^yaml$/],
  generator: [
    /^ajv(\/|$)/,
    /^ajv-formats(\/|$)/,
    /^handlebars$/,
    /^openapi-typescript(\/|$)/,
    /^refa$/,
    // Of the version that openapi-typescript works with, in its thread.
    /^typescript$/,
    /^@redocly\/openapi-core$/,
    /^yaml$/,
    // Its printer makes types, and TypeScript text of them: in one folder, which a thread of its own loads.
    /^openapi-typescript(\/|$)/,
    /^typescript$/,
  ],
  runtime: [],
  diff: [/^yaml$/, /^typescript$/],
  // typescript reads the declarations that a page of the documentation is made of; no script is shipped.
  scripts: [
    /^rolldown$/,
    /^rolldown-plugin-dts$/,
    /^@redocly\/openapi-core$/,
    /^rfc6902$/,
    /^yaml$/,
    /^typescript$/,
  ],
  conformance: [/^@streamparser\/json$/, /^vitest(\/|$)/, /^undici$/, /^big\.js$/, /^yaml$/, /^fast-check$/],
  sandbox: [/^fastify$/, /^big\.js$/, /^classic-level$/, /^undici$/],
  webhook: [/^undici$/],
}

const wings = Object.keys(mayImport)

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))

interface Import {
  readonly from: string
  readonly specifier: string
  readonly typeOnly: boolean
}

const isTypeOnly = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node)
    ? node.importClause?.isTypeOnly === true
    : ts.isExportDeclaration(node)
      ? node.isTypeOnly
      : ts.isImportTypeNode(node)

const specifierOf = (node: ts.Node): ts.Node | undefined => {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal
  const isDynamic = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  return isDynamic ? node.arguments[0] : undefined
}

const importsOf = (file: string): Import[] => {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Import[] = []
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node)
    if (specifier && ts.isStringLiteral(specifier)) {
      found.push({ from: relative(root, file), specifier: specifier.text, typeOnly: isTypeOnly(node) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const targetOf = ({ from, specifier }: Import): string | undefined => {
  if (specifier.startsWith('#generated/')) return `generated/${specifier.slice('#generated/'.length)}`
  return specifier.startsWith('.')
    ? relative(root, resolve(root, dirname(from), specifier)).replace(/\.js$/, '.ts')
    : undefined
}

const all = new Map(wings.map((wing) => [wing, sources(wing).flatMap(importsOf)]))

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
      return right === undefined || (right === 'index' && target !== `${folder}/index.ts`)
    })
    expect(broken).toEqual([])
  })

  test('loads only the packages that are its own', () => {
    const own = packagesOf[wing] ?? []
    const broken = imports
      .filter(({ specifier }) => !/^(\.|#|node:)/.test(specifier))
      .filter(({ specifier }) => !own.some((pattern) => pattern.test(specifier)))
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

/** The ways on which something imports itself through others. */
const cyclesIn = (graph: ReadonlyMap<string, readonly string[]>): string[] => {
  const cycles: string[] = []
  const done = new Set<string>()
  const walk = (file: string, trail: readonly string[]): void => {
    if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(' -> '))
    else if (!done.has(file)) for (const next of graph.get(file) ?? []) walk(next, [...trail, file])
    done.add(file)
  }
  for (const file of graph.keys()) walk(file, [])
  return cycles
}

/** Imports as ways between what `nodeOf` makes of files. */
const graphOf = (
  imports: readonly Import[],
  nodeOf: (file: string) => string,
): ReadonlyMap<string, readonly string[]> => {
  const graph = new Map<string, string[]>()
  for (const one of imports) {
    const target = targetOf(one)
    const [from, to] = [nodeOf(one.from), target === undefined ? undefined : nodeOf(target)]
    if (to !== undefined && (to !== from || to === target)) graph.set(from, [...(graph.get(from) ?? []), to])
  }
  return graph
}

test('no file imports itself through others', () => {
  const imports = [...all.values()].flat().filter(({ typeOnly }) => !typeOnly)
  expect(cyclesIn(graphOf(imports, (file) => file))).toEqual([])
})

test.each(['generator', 'diff', 'fetch', 'diagnostics'])(
  'no folder of %s imports itself through others, types included',
  (wing) => {
    const folderOf = (file: string): string => file.split('/').slice(0, -1).slice(0, 2).join('/')
    const imports = (all.get(wing) ?? []).filter((one) => targetOf(one)?.startsWith(`${wing}/`) === true)
    expect(cyclesIn(graphOf(imports, folderOf))).toEqual([])
  },
)

test('templates loop over what they are given, and compute nothing', () => {
  for (const name of readdirSync(join(root, 'templates'))) {
    const text = readFileSync(join(root, 'templates', name), 'utf8')
    const blocks = [...text.matchAll(/\{\{#[*]?\s*([\w.]+)/g)].map(([, block = '']) => block)
    const others = blocks.filter((block) => !['each', 'if', 'unless', 'inline'].includes(block))
    expect(others, name).toEqual([])
    expect(text, name).not.toMatch(/\{\{\{|\{\{(with|lookup|log)\b/)
  }
})

test('only the command line touches the process, the console and the disk', () => {
  const forbidden = /\bconsole\.|\bprocess\.(argv|exit|stdout|stderr)\b/
  for (const wing of wings.filter((name) => !['bin', 'scripts'].includes(name))) {
    for (const file of sources(wing)) {
      expect(readFileSync(file, 'utf8'), relative(root, file)).not.toMatch(forbidden)
    }
  }
})
