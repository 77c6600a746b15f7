import { describe, expect, test } from 'vitest'
import { judge, judgeContrast } from '../../../conformance/checks/index.js'
import type { Deviation } from '../../../conformance/model/case.js'
import { seen, type Telling } from './shop.js'

const made = { status: 201, body: { id: 1, name: 'a' } }
const newItem = '#/components/schemas/NewItem'
const wrongName: Deviation = {
  in: 'body',
  at: '/name',
  keyword: 'type',
  pointer: `${newItem}/properties/name`,
  says: 'name is a number',
}
const post = { path: {}, body: { mediaType: 'application/json', value: { name: 5 } } }

const foundFor = async (operation: string, telling: Telling, deviation: Deviation): Promise<string[]> => {
  const { violations } = await judge(
    seen(operation, { ...telling, case: { expectation: 'invalid', deviation } }),
  )
  return violations.map(({ rule, cause }) => `${rule}: ${cause}`)
}

describe('a wrong request that is carried out', () => {
  const limit: Deviation = {
    in: 'query',
    at: '/limit',
    keyword: 'type',
    pointer: '#/x',
    says: 'limit is a word',
  }
  const listed = { body: [], headers: { 'X-Total': '0' } }
  test.each<[string, string, Telling, Deviation, string[]]>([
    [
      'is wrong where refusals are declared',
      'createItem',
      { ...made, call: post },
      wrongName,
      [`requests/invalid-refused: ${newItem}/properties/name`],
    ],
    [
      'is lenient where none are',
      'changeItem',
      { body: made.body, call: post },
      wrongName,
      [`requests/lenient: ${newItem}/properties/name`],
    ],
    [
      'is lenient about formats',
      'createItem',
      { ...made, call: post },
      { ...wrongName, keyword: 'format' },
      [`requests/lenient: ${newItem}/properties/name`],
    ],
    [
      'is one for a parameter of one name',
      'listItems',
      { ...listed, call: { query: { limit: 'x' } } },
      { ...limit, pointer: '#/components/schemas/Limit' },
      ['requests/invalid-refused: query /limit'],
    ],
    [
      'is lenient about a page that is too large',
      'listItems',
      { ...listed, call: { query: { limit: 99 } } },
      { ...limit, keyword: 'maximum' },
      ['requests/lenient: query /limit'],
    ],
    [
      'is nothing where the value is read as a right one',
      'createItem',
      { ...made, call: post },
      { ...wrongName, isCoercible: true },
      [],
    ],
    [
      'is nothing where a parameter is empty',
      'listItems',
      { ...listed, call: { query: { limit: '' } } },
      limit,
      [],
    ],
    [
      'is right where it is not',
      'createItem',
      { status: 400, type: 'application/problem+json', body: { title: 'no' }, call: post },
      wrongName,
      [],
    ],
  ])('%s', async (_, operation, telling, deviation, found) => {
    expect(await foundFor(operation, telling, deviation)).toEqual(found)
  })

  test.each([
    ['is missing, and required', '/lines/3/text', 'lines/*/text is missing, and required'],
    ['is no object', '', 'the body is no object'],
    ['name is a number', '/name', 'name is a number'],
  ])('is named: %s', async (says, at, words) => {
    const deviation: Deviation = { ...wrongName, says, at }
    const { violations } = await judge(
      seen('createItem', { ...made, call: post, case: { expectation: 'invalid', deviation } }),
    )
    expect(violations.map(({ message }) => message)).toEqual([
      `POST /items answered 201 to a request that is wrong: ${words}`,
    ])
  })

  test('is nothing where a status of success says that it failed', async () => {
    const telling = { body: { success: false, id: 1, name: 'a' }, type: 'application/json' }
    const found = await foundFor('changeItem', telling, wrongName)
    expect(found.filter((one) => one.startsWith('requests'))).toEqual([])
  })
})

describe('a right request that is refused', () => {
  const create = (value: unknown, telling: Telling = made) =>
    seen('createItem', { ...telling, call: { path: {}, body: { mediaType: 'application/json', value } } })
  const refusal = (text: string): Telling => ({
    status: 400,
    type: 'application/problem+json',
    body: { title: 'wrong', detail: text },
  })
  const list = (query: Record<string, unknown>, telling: Telling = { body: [] }) =>
    seen('listItems', { ...telling, call: { path: {}, query } })

  const base = {
    name: 'a',
    kind: 'book',
    stock: 1,
    note: 'x',
    flag: false,
    vendorId: 'v',
    lines: [{ text: 'a' }],
  }
  const { note: _note, ...withoutNote } = base

  test.each<[string, unknown, string, string[]]>([
    ['a listed value', { ...base, kind: 'film' }, 'kind is invalid', ['requests/valid-accepted']],
    ['a limit', { ...base, stock: 0 }, 'stock must be positive', ['requests/valid-accepted']],
    [
      'a length at its limit',
      { ...base, name: 'x'.repeat(20) },
      'name is too long',
      ['requests/valid-accepted'],
    ],
    ['null', { ...base, note: null }, 'note must be a string', ['requests/valid-accepted']],
    ['an absent member', withoutNote, 'note is required', ['requests/valid-accepted']],
    [
      'one of very many texts',
      { ...base, name: 'b-c' },
      'name must be alphanumeric',
      ['requests/stricter-than-documented'],
    ],
    [
      'a member in a list',
      { ...base, lines: [{ text: '-' }] },
      'text is invalid',
      ['requests/stricter-than-documented'],
    ],
    ['a member by another spelling', { ...base, vendorId: 'b' }, 'vendor_id is invalid', []],
    ['a name that is taken', { ...base, name: 'b' }, 'an item with this name already exists', []],
    ['a thing that is not there', { ...base, kind: 'film' }, 'kind: no such thing', []],
    ['what depends on another member', { ...base, kind: 'film' }, 'stock is required for kind film', []],
    ['what another member is named for', { ...base, kind: 'film' }, 'stock is invalid', []],
    ['what nobody gives a reason for', { ...base, kind: 'film' }, 'bad request', []],
    ['two differences', { ...base, kind: 'film', stock: 0 }, 'kind is invalid', []],
  ])('for %s', (_, value, text, rules) => {
    const violations = judgeContrast(create(base), create(value, refusal(text)))
    expect(violations.map(({ rule }) => rule)).toEqual(rules)
    for (const { steps } of violations) expect(steps).toHaveLength(2)
  })

  const long = 'x'.repeat(20)
  test.each<[string, unknown]>([
    [
      'FastAPI',
      {
        detail: [
          {
            type: 'string_too_long',
            loc: ['body', 'name'],
            msg: 'String should have at most 10 characters',
            input: { name: long, stock: 1 },
            ctx: { max_length: 10 },
          },
        ],
      },
    ],
    [
      'Zod',
      {
        issues: [{ code: 'too_big', path: ['name'], message: 'String must contain at most 10 character(s)' }],
      },
    ],
    [
      'Ajv',
      { message: 'body/name must NOT have more than 10 characters', error: 'Bad Request', statusCode: 400 },
    ],
    [
      'Spring',
      {
        status: 400,
        errors: [
          {
            codes: ['Size.item.name'],
            field: 'name',
            rejectedValue: long,
            defaultMessage: 'size must be between 1 and 10',
          },
        ],
        path: '/items',
      },
    ],
    [
      'PocketBase',
      {
        code: 400,
        message: 'Failed to create record.',
        data: {
          name: { code: 'validation_length_out_of_range', message: 'The length must be between 1 and 10.' },
        },
      },
    ],
    ['Rails', { name: ['is too long (maximum is 10 characters)'] }],
  ])('is read as %s says it', (_, body) => {
    const refused = create({ ...base, name: long }, { status: 400, type: 'application/json', body })
    expect(judgeContrast(create(base), refused).map(({ rule }) => rule)).toEqual(['requests/valid-accepted'])
  })

  test('in reading, needs no reason to be given', () => {
    const refused = { status: 400, type: 'application/json', body: { error: 'bad request' } }
    const rules = (query: Record<string, unknown>) =>
      judgeContrast(list({ q: 'a', sort: 'name' }), list(query, refused)).map(({ rule }) => rule)
    expect(rules({ q: 'a', sort: 'price' })).toEqual(['requests/valid-accepted'])
    expect(rules({ q: 'b', sort: 'name' })).toEqual([])
  })

  test('for values that are not fit for anything is right', () => {
    const refused = create({ ...base, name: 'a\0' }, refusal('name is invalid'))
    const peculiarities = [{ kind: 'nul', in: 'body', at: '/name' }] as const
    expect(judgeContrast(create(base), { ...refused, case: { ...refused.case, peculiarities } })).toEqual([])
    const ofNull = create({ ...base, note: null }, refusal('note must be a string'))
    const odd = [{ kind: 'null', in: 'body', at: '/note' }] as const
    expect(
      judgeContrast(create(base), { ...ofNull, case: { ...ofNull.case, peculiarities: odd } }),
    ).toHaveLength(1)
  })

  test('counts only beside one that was carried out, and as a refusal of what it says', () => {
    const wrong = { ...base, kind: 'film' }
    const refused = create(wrong, refusal('kind is invalid'))
    expect(judgeContrast(create(base, refusal('kind is invalid')), refused)).toEqual([])
    for (const status of [401, 403, 404, 409, 429, 500]) {
      expect(judgeContrast(create(base), create(wrong, { ...refusal('kind is invalid'), status }))).toEqual(
        [],
      )
    }
  })
})
