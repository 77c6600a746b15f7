import { describe, expect, it } from 'vitest'
import {
  joined,
  queryPairs,
  pathStyled,
  plainStyled,
  queryStyled,
  encodeForm,
} from '../../../runtime/client/serialize.js'

const list = ['blue', 'black', 'brown']
const color = { R: 100, G: 200, B: 150 }

describe('query parameters, as OpenAPI shows them', () => {
  it.each([
    ['*', 'blue', 'color=blue'],
    ['*', '', 'color='],
    ['*', list, 'color=blue&color=black&color=brown'],
    ['*', color, 'R=100&G=200&B=150'],
    ['*', [], ''],
    [',', list, 'color=blue,black,brown'],
    [',', color, 'color=R,100,G,200,B,150'],
    [',', [], ''],
    ['*', 'a&b=c d/é', 'color=a%26b%3Dc%20d%2F%C3%A9'],
    [',', ['a,b', 'c'], 'color=a%2Cb,c'],
    ['*', null, 'color=null'],
    ['*', [Number.NaN, Number.POSITIVE_INFINITY], 'color=NaN&color=Infinity'],
    ['*', { a: undefined, b: true }, 'b=true'],
    ['*', [{ a: 1 }], 'color=%7B%22a%22%3A1%7D'],
  ])('form %s of %j', (style, value, text) => {
    expect(queryPairs('color', value, style).join('&')).toBe(text)
  })

  it.each([
    ['spaceDelimited', list, 'color=blue%20black%20brown'],
    ['spaceDelimited', color, 'color=R%20100%20G%20200%20B%20150'],
    ['spaceDelimited*', list, 'color=blue&color=black&color=brown'],
    ['pipeDelimited', list, 'color=blue%7Cblack%7Cbrown'],
    ['pipeDelimited', color, 'color=R%7C100%7CG%7C200%7CB%7C150'],
    ['deepObject*', color, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
    ['deepObject*', { a: { b: [1, 2] } }, 'color%5Ba%5D%5Bb%5D=1&color%5Ba%5D%5Bb%5D=2'],
    ['json', { a: ['b'] }, 'color=%7B%22a%22%3A%5B%22b%22%5D%7D'],
    ['form*+', 'a/b?c:[d]&e=#+ é%', 'color=a/b?c:[d]%26e=%23%2B%20%C3%A9%25'],
    ['form+', ['a/b', 'c'], 'color=a/b,c'],
  ])('%s of %j', (style, value, text) => {
    expect(queryStyled('color', value, style).join('&')).toBe(text)
  })
})

describe('path parameters, as OpenAPI shows them', () => {
  it.each([
    [',', 'blue', 'blue'],
    [',', list, 'blue,black,brown'],
    [',', color, 'R,100,G,200,B,150'],
    ['*', color, 'R=100,G=200,B=150'],
    [',', 'a/b?c#d%2e', 'a%2Fb%3Fc%23d%252e'],
  ])('simple %s of %j', (style, value, text) => {
    expect(joined(value, style)).toBe(text)
  })

  it.each([
    ['label', 'blue', '.blue'],
    ['label', list, '.blue,black,brown'],
    ['label*', list, '.blue.black.brown'],
    ['label', color, '.R,100,G,200,B,150'],
    ['label*', color, '.R=100.G=200.B=150'],
    ['matrix', 'blue', ';color=blue'],
    ['matrix', list, ';color=blue,black,brown'],
    ['matrix*', list, ';color=blue;color=black;color=brown'],
    ['matrix', color, ';color=R,100,G,200,B,150'],
    ['matrix*', color, ';R=100;G=200;B=150'],
    ['json', { a: 1 }, '%7B%22a%22%3A1%7D'],
  ])('%s of %j', (style, value, text) => {
    expect(pathStyled('color', value, style)).toBe(text)
  })
})

it.each([
  [',', list, 'blue,black,brown'],
  ['*', color, 'R=100,G=200,B=150'],
  [',', 'a b/é', 'a b/é'],
  ['json', { a: 1 }, '{"a":1}'],
])('headers are not encoded: %s of %j', (style, value, text) => {
  expect(plainStyled(value, style)).toBe(text)
})

describe('a part of a multipart form', () => {
  const file = new File(['x'], 'x.png', { type: 'image/png' })
  it.each([
    [undefined, 'a', 'a', undefined],
    [undefined, 1, '1', undefined],
    [undefined, { a: 1 }, '{"a":1}', 'application/json'],
    ['application/json', 'a', '"a"', 'application/json'],
    ['application/merge-patch+json', { a: 1 }, '{"a":1}', 'application/merge-patch+json'],
    ['application/xml', '<a/>', '<a/>', 'application/xml'],
    ['application/xml', file, 'x', 'image/png'],
  ])('that is stated as %s: %j', async (stated, value, text, type) => {
    const [form] = encodeForm(
      { a: value },
      'multipart/form-data',
      stated === undefined ? {} : { 'part:a': stated },
    )
    const part = form instanceof FormData ? form.get('a') : undefined
    expect(part instanceof Blob ? [await part.text(), part.type] : [part, undefined]).toEqual([text, type])
  })
})
