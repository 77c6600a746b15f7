import { describe, expect, it } from 'vitest'
import { Search } from '../../../generator/load/search.js'

/** A search for titles that counts how many places it was asked about. */
const counting = () => {
  let places = 0
  const search = new Search<string>(({ node, path }) => {
    places++
    const isTitled = typeof node === 'object' && node !== null && 'title' in node
    return isTitled ? `${path.join('/')}: ${String(node.title)}` : undefined
  })
  const placesFor = (root: object): number => {
    const before = places
    search.in(root)
    return places - before
  }
  return { search, placesFor }
}

const a = { title: 'A', properties: { inner: { title: 'Inner' } } }
const document = {
  info: { title: 'Info' },
  paths: { '/x': { get: { responses: { 200: { title: 'Done' } } } } },
  components: { schemas: { A: a, B: { title: 'B' } } },
}

describe('a search', () => {
  it('finds everything in the order of the document', () => {
    expect(counting().search.in(document)).toEqual([
      'info: Info',
      'paths//x/get/responses/200: Done',
      'components/schemas/A: A',
      'components/schemas/A/properties/inner: Inner',
      'components/schemas/B: B',
    ])
  })

  it('looks through a part that two documents share once', () => {
    const { search, placesFor } = counting()
    const first = placesFor(document)
    const next = { ...document, components: { schemas: { A: a, B: { title: 'New' } } } }
    // Of A itself, its properties and what is in them.
    expect(placesFor(next)).toBeLessThan(first - 2)
    expect(search.in(next)).toEqual([...search.in(document).slice(0, 4), 'components/schemas/B: New'])
  })

  it('looks again at a part that stands elsewhere, as it does where YAML has an alias', () => {
    const { search } = counting()
    const twice = { components: { schemas: { A: a, Z: a } } }
    const found = [
      'components/schemas/A: A',
      'components/schemas/A/properties/inner: Inner',
      'components/schemas/Z: A',
      'components/schemas/Z/properties/inner: Inner',
    ]
    expect(search.in(twice)).toEqual(found)
    expect(search.in(twice)).toEqual(found)
  })
})
