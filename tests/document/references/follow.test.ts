import { describe, expect, it } from 'vitest'
import { collectReferences, endOfChain, followed, locate, locateMembers } from '../../../document/index.js'

const root = {
  components: {
    responses: {
      Plain: { description: 'plain' },
      Alias: { $ref: '#/components/responses/Plain' },
      Circle: { $ref: '#/components/responses/Back' },
      Back: { $ref: '#/components/responses/Circle' },
      Lost: { $ref: '#/components/responses/None' },
      Listed: [],
      'x-note': {},
    },
  },
}
const at = (name: string): readonly string[] => ['components', 'responses', name]

describe('an object of a document', () => {
  it.each([
    ['Plain', 'Plain'],
    ['Alias', 'Plain'],
    ['Circle', undefined],
    ['Lost', undefined],
    ['Listed', undefined],
    ['None', undefined],
  ])('%s is found at the end of its references: %s', (name, end) => {
    expect(locate(root, at(name))?.path).toEqual(end === undefined ? undefined : at(end))
  })

  it('has members, extensions left out where they are none of the names', () => {
    const names = (field: string): string[] => {
      const holder = { node: { [field]: root.components.responses }, path: [] }
      return locateMembers({ [field]: root.components.responses, ...root }, holder, field).map(
        ([name]) => name,
      )
    }
    expect(names('responses')).toEqual(['Plain', 'Alias'])
    expect(names('headers')).toEqual(['Plain', 'Alias', 'x-note'])
  })
})

describe('following references', () => {
  it('ends at the reference that leads nowhere or in a circle', () => {
    expect(followed(root, root.components.responses.Lost)).toBe(root.components.responses.Lost)
    expect(followed(root, root.components.responses.Circle)).toBe(root.components.responses.Circle)
    expect(followed(root, root.components.responses.Alias)).toBe(root.components.responses.Plain)
    expect(followed(root, 'no object')).toBe('no object')
  })

  it('takes targets from wherever they are found', () => {
    const targets: Readonly<Record<string, string>> = { a: 'b', b: 'c' }
    const next = (ref: string): string | undefined => (ref in targets ? ref : undefined)
    expect(endOfChain('a', next, (ref) => targets[ref])).toBe('c')
  })
})

it('references are collected where OpenAPI reads them, and not from data', () => {
  const ref = { $ref: '#/x' }
  const document = {
    components: {
      schemas: { A: { items: ref, default: ref, properties: { $ref: { type: 'string' } } } },
      responses: { B: ref },
      examples: { C: { value: ref } },
    },
    'x-own': ref,
  }
  expect(collectReferences(document).map(({ path, isSchema }) => [path.join('/'), isSchema])).toEqual([
    ['components/schemas/A/items', true],
    ['components/responses/B', false],
  ])
})
