import { describe, expect, it } from 'vitest'
import { isCatastrophic } from '../../../generator/build/slow-patterns.js'
import { schemasDocument } from '../support/documents.js'
import { generateOne } from '../support/generated.js'

describe('patterns', () => {
  it.each([
    '(a+)+$',
    '^(a|a)*$',
    '(x+x+)+y',
    String.raw`^(\d+)*$`,
    String.raw`^https://([.\-_a-zA-Z0-9]+/?){3,1016}$`,
    String.raw`^(([a-z])+.)+[A-Z]([a-z])+$`,
  ])('that take time without end: %s', (pattern) => {
    expect(isCatastrophic(pattern)).toBe(true)
  })

  it.each([
    '^a+$',
    String.raw`^(\d+,)+\d+$`,
    String.raw`^((xn--)?[a-zA-Z0-9]+(-[a-zA-Z0-9]+)*\.)+[a-zA-Z]{2,}\.?$`,
    String.raw`^([0-9]{1,3}.){3}[0-9]{1,3}$`,
    '([0-9a-f]{16})+',
    String.raw`^[{(]?[0-9A-F]{8}[-]?([0-9A-F]{4}[-]?){3}[0-9A-F]{12}[)}]?$`,
  ])('that do not: %s', (pattern) => {
    expect(isCatastrophic(pattern)).toBe(false)
  })

  it('of the first kind are named, and not checked', async () => {
    const { problems, files } = await generateOne(
      schemasDocument({ It: { type: 'string', pattern: '(a+)+$' } }),
      { withoutTypes: true },
    )
    expect(problems.map(({ message, where }) => [message, where?.pointer])).toEqual([
      [
        'the pattern "(a+)+$" takes time without end on some texts; it is not checked',
        '#/components/schemas/It/pattern',
      ],
    ])
    expect(files.find(({ path }) => path.endsWith('schemas/It.js'))?.content).not.toContain('(a+)+')
  })
})
