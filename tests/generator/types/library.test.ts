import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { LoadedDocument } from '../../../generator/model/document.js'
import { Library } from '../../../generator/types/openapi-typescript/library.js'
import { schemasDocument } from '../support/documents.js'
import { errorOf } from '../../support/failure.js'
import { generateOne, repository } from '../support/generated.js'
import { loaded, namesOf } from './support.js'

const worker = join(repository, 'dist/generator/types/openapi-typescript/worker.js')
const library = new Library({ worker })
afterAll(() => library.close())
const text = { type: 'string' }
const fine = schemasDocument({ It: text })
const print = (by: Library, document: LoadedDocument) => by.print(document, {}, namesOf(document))

describe('the thread of openapi-typescript', () => {
  it('says which document it cannot print', async () => {
    const document = await loaded(fine)
    // No readable document has this form.
    const broken = { ...document, root: undefined as never }
    const failure = await errorOf(library.print(broken, {}, namesOf(document)))
    expect([failure.code, failure.message]).toEqual([
      'TYPES_UNPRINTABLE',
      expect.stringContaining('openapi-typescript could not print the types of it.json: '),
    ])
  })

  it('ends a run where it cannot print', async () => {
    const missing = join(repository, 'nothing.js')
    const failure = await errorOf(generateOne(fine, { typesWorker: missing }))
    expect([failure.code, failure.where]).toEqual(['TYPES_UNPRINTABLE', { file: 'it.json' }])
  })

  it('ends with the reason of the signal', async () => {
    const stop = new AbortController()
    const stopped = new Library({ worker, signal: stop.signal })
    const document = await loaded(fine)
    const other = await loaded(schemasDocument({ Other: text }))
    const refused = expect(print(stopped, document)).rejects.toThrow('enough')
    stop.abort(new Error('enough'))
    // A thread that still prints the first document would hand it to the next one.
    const next = new Library({ worker })
    const { schemas } = await print(next, other)
    expect(schemas.map(({ name }) => name)).toEqual(['Other'])
    next.close()
    await refused
    await expect(print(stopped, document)).rejects.toThrow('enough')
  })

  it('fails as a document does where it cannot be started', async () => {
    const missing = new Library({ worker: join(repository, 'nothing.js') })
    const failure = await errorOf(print(missing, await loaded(fine)))
    expect(failure.code).toBe('TYPES_UNPRINTABLE')
  })

  it('is handed on by one that is closed, which prints no more', async () => {
    const document = await loaded(fine)
    const first = new Library({ worker })
    const declarations = await print(first, document)
    first.close()
    const second = new Library({ worker })
    await expect(print(first, document)).rejects.toThrow('it was closed')
    expect(await print(second, document)).toEqual(declarations)
    second.close()
  })

  it.each([
    ['keeps no process alive', ''],
    [
      'does not print the output of its thread',
      `{ worker: new URL('data:text/javascript,console.log(1);console.error(2)') }).print({}, {}`,
    ],
  ])('%s', (_, options) => {
    const module = join(repository, 'dist/generator/types/openapi-typescript/library.js')
    const code = `const { Library } = await import(${JSON.stringify(module)}); new Library(${options}).catch?.(() => {})`
    const args = ['--input-type=module', '-e', code]
    const ended = spawnSync(process.execPath, args, { timeout: 60_000, encoding: 'utf8' })
    expect(ended).toMatchObject({ status: 0, signal: null, stdout: '', stderr: '' })
  })

  it('changes nothing of the document that it is given', async () => {
    const document = await loaded(
      schemasDocument({ It: { ...text, description: 'said', default: 'a', example: 'b' } }),
    )
    const before = structuredClone(document.root)
    await print(library, document)
    expect(document.root).toEqual(before)
  })
})
