import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { choosePrinter } from '../../../generator/types/index.js'
import { Library } from '../../../generator/types/openapi-typescript/library.js'
import { schemasDocument } from '../support/documents.js'
import { failureOf } from '../support/failure.js'
import { generateOne, repository } from '../support/generated.js'
import { libraryOfTests, loaded, namesOf, reasonsIn } from './support.js'

const worker = join(repository, 'dist/generator/types/openapi-typescript/worker.js')
const library = libraryOfTests()
const text = { type: 'string' }
const fine = schemasDocument({ It: text })
// Found by no construct, since no document that was ever read holds it.
const failing = schemasDocument({ It: { type: 'object', properties: { a: [] } } })

describe('the thread of openapi-typescript', () => {
  it('says which document it cannot print', async () => {
    const document = await loaded(fine)
    const broken = { ...document, root: failing as typeof document.root }
    const failure = await failureOf(library.print(broken, {}, namesOf(document)))
    expect([failure.code, failure.message]).toEqual([
      'TYPES_UNPRINTABLE',
      expect.stringContaining('openapi-typescript could not print the types of it.json: '),
    ])
    const { printer } = choosePrinter(reasonsIn([document]), library)
    expect((await printer.print(broken, {}, namesOf(document))).printedBy).toBe('rampart')
  })

  it('leaves a document that it fails at to our printer, and the run says so', async () => {
    const missing = join(repository, 'nothing.js')
    const { problems, types } = await generateOne(fine, { typesWorker: missing })
    expect(types.printer).toBe('openapi-typescript')
    expect(problems.map(({ code, where, message }) => [code, where?.file, message])).toEqual([
      [
        'DOCUMENT_NOTE',
        'it.json',
        "openapi-typescript cannot print its types; they are by rampart's own printer",
      ],
    ])
    expect((await generateOne(fine)).problems).toEqual([])
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
    const failure = await failureOf(missing.print(document, {}, namesOf(document)))
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
