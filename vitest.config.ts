import { join, relative, sep } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, the longest first: begun last, they would be waited for alone. */
const longest = [
  'mutants/quote.test.ts',
  'mutants/identification.test.ts',
  'e2e/test-command.test.ts',
  'conformance/wrongs.test.ts',
  'conformance/variants.test.ts',
  'e2e/interrupt.test.ts',
  'e2e/diff-command.test.ts',
  'conformance/hostile.test.ts',
  'browser/console.test.ts',
  'mutants/enumerations.test.ts',
  'e2e/package.test.ts',
  'mutants/operations.test.ts',
  'webhook/drill/command.test.ts',
  'e2e/test-options.test.ts',
  'mutants/webhooks.test.ts',
  'e2e/check.test.ts',
  'webhook/drill/right.test.ts',
  'e2e/sandbox-kill-webhooks.test.ts',
  'e2e/webhook-listen.test.ts',
  'mutants/documents.test.ts',
  'mutants/versioning.test.ts',
  'ci/workflows.test.ts',
  'docs/readme.test.ts',
  'webhook/drill/wrong.test.ts',
]

const place = ({ moduleId }: TestSpecification): number => {
  const index = longest.indexOf(relative(join(import.meta.dirname, 'tests'), moduleId).replaceAll(sep, '/'))
  return index === -1 ? longest.length : index
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    sequence: { sequencer: LongestFirst },
    // By default one core is left to the runner, which on a machine with two is half of all.
    maxWorkers: '100%',
    // Tests that run whole suites beside each other on a small machine take their time.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ['default', ['json', { outputFile: '.rampart/vitest.json' }]],
  },
})
