import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorRegistry } from '../../diagnostics/index.js'
import { finished, root } from './cli.js'
import { compile } from './package/compile.js'
import { bytesIn, packagesNamedIn } from './package/content.js'
import { install, type Installation } from './package/installation.js'
import { walkRoad } from './package/road.js'

// The tarball, installed in an empty project.

const listed = (name: string, own: string): readonly string[] => process.env[name]?.split(':') ?? [own]

/** The Node programs to test with: that of the tests, or those that CI provides. */
const nodes = listed('RAMPART_NODES', process.execPath)
/** Command lines of TypeScript compilers that must accept generated code. */
const compilers = listed('RAMPART_COMPILERS', join(root, 'node_modules/typescript/bin/tsc'))

let installation: Installation

beforeAll(async () => {
  installation = await install()
}, 300_000)

afterAll(() => installation.remove())

describe('the tarball', () => {
  test('holds what is needed and nothing else', async () => {
    const allowed =
      /^(dist\/(bin|bundled|conformance|diagnostics|diff|document|fetch|generator|payment|redaction|reporting|runtime|runtime-bundle|sandbox|specs|types|versions|webhook)\/|dist\/(build-id|rules\.json)$|generated\/|templates\/|ci\/|fixtures\/(sandbox\/provocations|webhooks\/messages)\.json$|bin\/completion\/scripts\/|docs\/(reference\/)?[\w-]+\.md$|(package\.json|README\.md|LICENSE|CHANGELOG\.md)$)/
    const { packed } = installation
    const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      readonly exports: Readonly<Record<string, string | object>>
    }
    const schemas = Object.values(exports)
      .filter((path) => typeof path === 'string')
      .filter((path) => path.endsWith('.schema.json'))
    expect(packed.filter((path) => !allowed.test(path) && !schemas.includes(`./${path}`))).toEqual([])
    expect(schemas.filter((path) => !packed.includes(path.slice(2)))).toEqual([])
    expect(packed).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'dist/bin/rampart.js',
        'dist/bundled/THIRD-PARTY-NOTICES.md',
        'dist/specs/index.json',
        'fixtures/webhooks/messages.json',
      ]),
    )
    const named = Object.values(errorRegistry).flatMap(
      ({ fix }) => fix.match(/(?<=node_modules\/rampart\/)[\w/.-]+\.md/g) ?? [],
    )
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((page) => !packed.includes(page))).toEqual([])
    const declarations = packed.filter((path) => path.endsWith('.d.ts'))
    expect(declarations.filter((path) => !/^dist\/(types|runtime-bundle)\//.test(path))).toEqual([])
  })

  test('loads the packages that it depends on, and no others', async () => {
    const { dependencies, peerDependencies } = JSON.parse(
      await readFile(join(root, 'package.json'), 'utf8'),
    ) as Record<'dependencies' | 'peerDependencies', Record<string, string>>
    const known = Object.keys({ ...dependencies, ...peerDependencies }).toSorted()
    const named = await packagesNamedIn(join(installation.folder, 'dist'))
    expect(named.filter((name) => !known.includes(name))).toEqual([])
    // Each dependency is loaded by some file.
    expect(known.filter((name) => !named.includes(name))).toEqual([])
  })

  test('names no machine', async () => {
    for (const path of installation.packed.filter((name) => /\.(c?js|json|md|ts)$/.test(name))) {
      const text = await readFile(join(installation.folder, path), 'utf8')
      expect(text.includes(root) || text.includes(installation.project), path).toBe(false)
    }
  })

  test('is as publint and attw want it', { timeout: 240_000 }, async () => {
    const { messages } = await publint({ pkgDir: installation.folder, strict: true })
    expect(messages).toEqual([])
    const analysis = await checkPackage(createPackageFromTarballData(await readFile(installation.tarball)))
    const wrong = analysis.types === false ? ['no types'] : analysis.problems
    // The package is ESM with exports only: CommonJS uses import(), and older resolution finds nothing.
    const isMeant = (one: (typeof wrong)[number]): boolean =>
      typeof one === 'object' &&
      (one.kind === 'CJSResolvesToESM' || (one.kind === 'NoResolution' && one.resolutionKind === 'node10'))
    expect(wrong.filter((one) => !isMeant(one))).toEqual([])
  })
})

describe('the installation', () => {
  test('is of few packages, small, and runs no script', async () => {
    const { packages, said, project } = installation
    expect(said.stderr.split('\n').filter((line) => /^npm warn (?!Unknown)/.test(line))).toEqual([])
    expect(Object.keys(packages).length).toBeLessThan(60)
    expect(Object.keys(packages).filter((name) => packages[name]?.hasInstallScript === true)).toEqual([])
    const { scripts } = JSON.parse(await readFile(join(installation.folder, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    expect(scripts).not.toHaveProperty('prepare')
    expect((await bytesIn(join(project, 'node_modules'))) / 2 ** 20).toBeLessThan(90)
  })

  test('puts the command on the path', async () => {
    const { makeFolder, start } = installation
    const { stdout } = await finished(
      start(await makeFolder('npx'), 'npx', '--no-install', 'rampart', '--version'),
    )
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

describe.each(nodes)('with %s', (node) => {
  test('the road is walked, and what it generates pleases compilers', { timeout: 300_000 }, async () => {
    const { stdout } = await finished(installation.start(installation.project, node, '--version'))
    const cwd = await walkRoad(installation, node, stdout.trim())
    // Compilers run on the Node of the tests: once is enough.
    if (node === nodes[0]) for (const compiler of compilers) await compile(installation, cwd, compiler)
  })
})
