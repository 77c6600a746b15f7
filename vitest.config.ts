import { availableParallelism } from 'node:os'
import { relative, sep } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Folders whose tests run whole suites. They start first, because at the end nothing else would run beside them. */
const first = ['mutants', 'conformance', 'e2e']

const rank = ({ moduleId }: TestSpecification): number => {
  const folder = relative(import.meta.dirname, moduleId).split(sep)[1] ?? ''
  return first.includes(folder) ? first.indexOf(folder) : first.length
}

/** Within a folder the files that took longest in the last run come first, as vitest remembers them. */
class WholeSuitesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

/**
 * Files that install, build, kill or try everything, or read whole pages in a browser. `.ci/run` sets the variable;
 * `npm test` is meant to take minutes.
 */
const slow = [
  'browser/console',
  'browser/report',
  'ci/workflows',
  'conformance/run/harm',
  'diff/alike',
  'docs/recipes',
  'docs/tutorial',
  'docs/your-own-rules',
  'document/values/hostile',
  'e2e/completion',
  'e2e/demo',
  'e2e/explore-own-rules',
  'e2e/generate-again',
  'e2e/hostile',
  'e2e/package',
  'e2e/proxy',
  'e2e/sandbox-data',
  'e2e/sandbox-kill',
  'e2e/sandbox-kill-reset',
  'e2e/sandbox-kill-webhooks',
  'e2e/secrets',
  'e2e/upgrade',
  'e2e/vitest-entry',
  'generator/bundle-size',
  'generator/public-documents',
  'mutants/readings',
  'mutants/together',
  'payment/late-controls',
  'sandbox/identification/hostile',
  'webhook/drill/worn-out',
].map((name) => `tests/${name}.test.ts`)

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: process.env['RAMPART_TEST_ALL'] === '1' ? [] : slow,
    globalSetup: ['tests/support/draw-seed.ts'],
    setupFiles: ['tests/support/property-seed.ts'],
    sequence: { sequencer: WholeSuitesFirst },
    // Modules are loaded once per worker: loading them for each file would take as long as the tests themselves.
    isolate: false,
    restoreMocks: true,
    // A run of one file would spend most of its time on transforming what it imports.
    experimental: { fsModuleCache: true },
    // Node itself imports built files, as for users. The pattern includes the ending, because a checkout may be in a
    // folder of that name.
    server: { deps: { external: [/\/(dist|generated)\/.*\.[cm]?js(\?|$)/] } },
    // More than there are cores, because tests of deliveries, browsers and processes wait for half of their time.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // Tests parse and compare many documents: a larger young generation saves a twentieth of their CPU time. Stryker
    // runs tests in threads, which do not start with such options.
    execArgv: process.env['STRYKER_MUTATOR_WORKER'] === undefined ? ['--max-semi-space-size=64'] : [],
    // Concurrent tests of one file mostly wait for deliveries.
    maxConcurrency: 16,
    // Concurrent tests that run whole suites are slow on a small machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Some tests depend on real time, such as those of late webhooks. On a shared machine a second try distinguishes
    // a busy moment from a defect, and is reported as a retry.
    retry: process.env['CI'] ? 1 : 0,
    reporters: ['default', ['json', { outputFile: '.rampart/vitest.json' }]],
  },
})
