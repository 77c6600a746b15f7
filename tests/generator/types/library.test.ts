import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
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
    const printed = stopped.print(document, {}, namesOf(document))
    stop.abort(new Error('enough'))
    await expect(printed).rejects.toThrow('enough')
    await expect(stopped.print(document, {}, namesOf(document))).rejects.toThrow('enough')
  })

  it('fails as a document does where it cannot be started', async () => {
    const missing = new Library({ worker: join(repository, 'nothing.js') })
    const document = await loaded(fine)
    const failure = await errorOf(missing.print(document, {}, namesOf(document)))
    expect(failure.code).toBe('TYPES_UNPRINTABLE')
  })

  it('is handed on by one that is closed, which prints no more', async () => {
    const document = await loaded(fine)
    const print = (by: Library) => by.print(document, {}, namesOf(document))
    const first = new Library({ worker })
    const declarations = await print(first)
    first.close()
    const second = new Library({ worker })
    await expect(print(first)).rejects.toThrow('it was closed')
    expect(await print(second)).toEqual(declarations)
    second.close()
  })

  it('keeps no process alive', () => {
    const module = join(repository, 'dist/generator/types/openapi-typescript/library.js')
    const code = `const { Library } = await import(${JSON.stringify(module)}); new Library()`
    const { status, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      timeout: 60_000,
    })
    expect([status, signal]).toEqual([0, null])
  })

  it('changes nothing of the document that it is given', async () => {
    const document = await loaded(
      schemasDocument({ It: { ...text, description: 'said', default: 'a', example: 'b' } }),
    )
    const before = structuredClone(document.root)
    await library.print(document, {}, namesOf(document))
    expect(document.root).toEqual(before)
  })
})
