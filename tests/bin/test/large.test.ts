import vm from 'node:vm'
import { expect, it, onTestFinished, vi } from 'vitest'
import { largeDocument } from '../../support/large-document.js'
import { startServer } from '../../support/loopback.js'
import { explore } from './support.js'
import { folderWith } from '../../support/folder.js'

/** The number of functions compiled before the first request of a run. */
const compiledFirst = async (operations: number): Promise<number> => {
  const compile = vi.spyOn(vm, 'compileFunction')
  onTestFinished(() => compile.mockRestore())
  compile.mockClear()
  let first: number | undefined
  const { url } = await startServer((_request, response) => {
    first ??= compile.mock.calls.length
    response.setHeader('content-type', 'application/json').end('[]')
  })
  const cwd = folderWith({ 'api.json': largeDocument(operations) })
  // A busy machine may take longer than a second to read this document.
  await explore(['--document', 'api.json', '--base-url', url, '--for', '3s'], { cwd })
  return first ?? Number.NaN
}

// Some more may be compiled while the first request is on its way.
it.each([50, 500])('compiles before the first request what that takes, of %i operations', async (count) =>
  expect(await compiledFirst(count)).toBeLessThan(20),
)
