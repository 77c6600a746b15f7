import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffDocuments } from '../../diff/index.js'
import { isNullAlone, isObject, locationsOf } from '../../document/index.js'
import { parseDocumentText } from '../../generator/load/parse.js'
import { RampartError } from '../../diagnostics/index.js'
import { distinct, publicDocuments } from '../generator/support/public-documents.js'
import { disagreement, type Disagreement } from './alike/compare.js'
import { corpus } from './alike/corpus.js'
import { smallDocuments } from './alike/documents.js'
import { documentAround, opinionOf } from './alike/judges.js'
import { mutated } from './alike/mutations.js'
import { tableOf } from './support/tables.js'

// More runs on demand: FC_SCALE=20.
const scale = Number(process.env['FC_SCALE'] ?? 1)

const inputs = await distinct([...publicDocuments('3.0'), ...publicDocuments('3.1')])
const trees = await Promise.all(inputs.map(async (input) => (await parseDocumentText(input)).value))
const published = trees.flatMap((tree) => (isObject(tree) ? smallDocuments(tree) : []))

// Validators accept everything for such a variant, and the differ compares the variants beside it.
const isNullVariant = ({ node, path }: { node: unknown; path: readonly string[] }): boolean =>
  /^(?:any|one)Of$/.test(path.at(-2) ?? '') && isNullAlone(node)

/** The disagreement after one keyword is changed; none for documents that the generator refuses. */
const after = async (
  document: object,
  seed: number,
  diff = diffDocuments,
): Promise<Disagreement | undefined> => {
  const mutation = mutated(document, seed)
  if (mutation === undefined || [...locationsOf(mutation.document)].some(isNullVariant)) return undefined
  try {
    return await disagreement(document, mutation.document, { seed, rounds: 8, diff })
  } catch (error) {
    if (error instanceof RampartError && error.code === 'DOCUMENT_INVALID') return undefined
    throw error
  }
}

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const others = { Text: { type: 'string' }, Hidden: { type: 'string', readOnly: true } }

const { spellings } = tableOf<{
  readonly spellings: readonly (readonly [old: object, fresh: object, left?: object])[]
}>('alike')

describe('the generator and the differ read one document alike', () => {
  it.each([
    ['schemas that hold every keyword', corpus, 300],
    ['documents that nobody here wrote', published, 150],
  ])('after a change of one keyword in %s', async (_name, documents, runs) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(documents.length - 1), fc.nat(1e9), async (index, seed) => {
        expect(await after(documents[index] ?? {}, seed)).toBeUndefined()
      }),
      { numRuns: runs * scale, endOnFailure: true },
    )
  })

  it('where null is listed beside a reference', async () => {
    const nullable = documentAround({ ...ref('Text'), type: ['string', 'null'] }, others, '3.0.3')
    const plain = documentAround(ref('Text'), others, '3.0.3')
    expect(await disagreement(nullable, plain, { seed: 1, rounds: 8 })).toBeUndefined()
  })

  it('and a differ that says nothing is found out', async () => {
    const found = await Promise.all(
      corpus.slice(0, 20).map((document, seed) => after(document, seed + 1, () => [])),
    )
    expect(found.filter((one) => one !== undefined).length).toBeGreaterThan(5)
  })
})

describe.each(spellings)('%j and %j', (old, fresh, left) => {
  const meanings = [
    documentAround(old, others, '3.0.3'),
    documentAround(fresh, others, '3.1.0'),
    ...(left === undefined ? [] : [documentAround(left, others, '3.1.1')]),
  ]
  const values = [null, 'a', 'abcd', 1, 0, 1.5, {}, { a: 'a' }, { a: 'abcd' }, { a: 1 }, [], ['a'], [1]]

  it('differ in nothing, and are judged alike', async () => {
    const [first = {}] = meanings
    const verdictsOf = async (document: object): Promise<boolean[]> => {
      const { request, response } = await opinionOf(document)
      return values.flatMap((value) => [request(value), response(value)])
    }
    for (const document of meanings.slice(1)) {
      const changes = [
        diffDocuments({ document: first }, { document }),
        diffDocuments({ document }, { document: first }),
      ].flat()
      expect(
        changes.filter(({ direction }) => direction !== 'neither').map(({ sentence }) => sentence),
      ).toEqual([])
      expect(await verdictsOf(document)).toEqual(await verdictsOf(first))
    }
  })
})
