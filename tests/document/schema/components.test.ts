import { describe, expect, it } from 'vitest'
import { componentName, componentSchema, endOfReferences, type Schemas } from '../../../document/index.js'

const at = (name: string): { readonly $ref: string } => ({ $ref: `#/components/schemas/${name}` })
const schemas: Schemas = {
  Text: { type: 'string' },
  Alias: at('Text'),
  Remarked: { ...at('Text'), description: 'a remark' },
  Circle: at('Circle'),
  Lost: at('None'),
  Pet: { type: 'object', properties: { 'a/b': at('Alias') } },
  Inner: at('Pet/properties/a~1b'),
}

describe('component schemas', () => {
  it.each([
    ['#/components/schemas/Text', 'Text'],
    ['#/components/responses/Text', undefined],
    ['#/$defs/Text', undefined],
    [undefined, undefined],
  ])('a reference to %s has the name %s', (ref, name) => {
    expect(componentName(ref)).toBe(name)
  })

  it('are found by their own names alone', () => {
    expect(componentSchema('#/components/schemas/Text', schemas)).toBe(schemas['Text'])
    expect(componentSchema('#/components/schemas/constructor', schemas)).toBeUndefined()
    expect(componentSchema('#/components/schemas/Pet/constructor', schemas)).toBeUndefined()
  })

  it.each([
    ['Alias', { type: 'string' }],
    ['Remarked', { type: 'string' }],
    ['Circle', at('Circle')],
    ['Lost', undefined],
    ['Inner', { type: 'string' }],
    ['Pet/properties/a~1b', { type: 'string' }],
    ['Pet/properties/none', undefined],
  ])('the end of references of %s is %j', (name, end) => {
    expect(endOfReferences(at(name), schemas)).toEqual(end)
  })

  it('with keywords beside a reference end a chain where the caller says so', () => {
    const isBare = (schema: object): boolean => Object.keys(schema).length === 1
    expect(endOfReferences(at('Remarked'), schemas, isBare)).toBe(schemas['Remarked'])
  })
})
