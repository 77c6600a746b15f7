// Changes the sources of a folder, one operator at a time, and prints the changes that no test notices:
//   npm run mutate -- FOLDER [TESTS]
// TESTS is a folder of tests, by default the one that mirrors the first segment of FOLDER.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'

const [folder, tests = `tests/${folder?.split('/')[0]}`] = process.argv.slice(2)
if (!folder || !existsSync(folder) || !existsSync(tests)) {
  console.error('usage: npm run mutate -- FOLDER [TESTS], such as: npm run mutate -- diff/schema')
  process.exit(2)
}

/** The share of the files that are changed, and the seed that chooses them: a whole wing takes hours. */
const { RAMPART_DRAW_SHARE: share = '1', RAMPART_DRAW_SEED: seed = '1' } = process.env

const isDrawn = (path) =>
  createHash('sha256').update(`${seed} ${path}`).digest().readUInt32BE() < Number(share) * 2 ** 32

const sources = readdirSync(folder, { recursive: true })
  .map((name) => join(folder, name))
  .filter((path) => path.endsWith('.ts') && isDrawn(path))

const results = await new Stryker({
  testRunner: 'vitest',
  vitest: { related: false },
  mutate: sources,
  mutator: {
    // Texts are compared by few tests on purpose, and almost every test notices a removed block.
    excludedMutations: [
      'ArrayDeclaration',
      'ArrowFunction',
      'BlockStatement',
      'ObjectLiteral',
      'Regex',
      'StringLiteral',
    ],
  },
  testFiles: [`${tests}/**/*.test.ts`],
  coverageAnalysis: 'perTest',
  disableTypeChecks: false,
  ignorePatterns: ['.rampart'],
  tempDirName: '.rampart/mutate',
  reporters: ['progress'],
  logLevel: 'warn',
  // A busy machine is not an endless loop.
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 30,
}).runMutationTest()

const withStatus = (...statuses) => results.filter(({ status }) => statuses.includes(status))
const noticed = withStatus('Killed', 'Timeout').length
const unnoticed = withStatus('Survived', 'NoCoverage')

for (const { fileName, location, replacement, status } of unnoticed) {
  const { start, end } = location
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line)
  lines.push(lines.pop().slice(0, end.column - 1))
  const original = [lines[0].slice(start.column - 1), ...lines.slice(1)].join('\n')
  const reached = status === 'NoCoverage' ? ', which no test reaches' : ''
  console.log(`${relative('', fileName)}:${start.line} ${original} -> ${replacement}${reached}`)
}
const all = noticed + unnoticed.length
console.log(`${noticed} of ${all} changes are noticed by ${tests}: ${((noticed / all) * 100).toFixed(0)} %`)
