import { beforeAll, describe, expect, it } from 'vitest'
import type { OutputFile } from '../../generator/index.js'
import { document } from './support/documents.js'
import { generateOne } from './support/generated.js'
import { hover } from './support/hover.js'

const item = {
  type: 'object',
  description: 'A thing to buy.',
  required: ['id'],
  properties: { id: { type: 'string', description: 'Its number.', maxLength: 9 } },
}
const kind = { type: 'string', description: 'What it is.', enum: ['new', 'used'] }
const ref = { $ref: '#/components/schemas/Item' }
const json = (schema: object) => ({ 'application/json': { schema } })

const shop = document({
  components: { schemas: { Item: item, Kind: kind } },
  paths: {
    '/items/{id}': {
      parameters: [
        { name: 'id', in: 'path', required: true, description: 'Which one.', schema: { type: 'string' } },
      ],
      put: {
        operationId: 'putItem',
        summary: 'Put an item',
        description: 'Puts it, */ and\n@returns nothing else.',
        deprecated: true,
        externalDocs: { url: 'https://docs.test/put' },
        parameters: [
          { name: 'X-Trace', in: 'header', description: 'Two\nlines.', schema: { type: 'string' } },
          { name: 'old', in: 'query', deprecated: true, schema: { type: 'boolean' } },
        ],
        requestBody: { required: true, description: 'What to put.', content: json(ref) },
        responses: {
          200: { description: 'It was put.', content: json(ref) },
          404: { description: 'There is none.', content: json({ type: 'string' }) },
          default: { description: 'Anything else.' },
        },
      },
    },
    '/items': { get: { operationId: 'listItems', responses: { 200: { description: 'All.' } } } },
  },
})

const code = `
import { createClient, putItem, listItems, type PutItemRequest } from './it/client.js'
import { type Item, Kind } from './it/schemas.js'
import type { paths } from './it/types.js'
const client = createClient({ baseUrl: 'https://api.test/api' })
export const request: PutItemRequest = { path: { id: 'a' }, query: { old: true }, headers: { 'X-Trace': 'b' }, body: { id: 'c' } }
export const put = await putItem(client, request)
export const all = await listItems(client)
if (put.status === 200) void put.body.id
export const found: Item = { id: 'd' }
export const used: Kind = Kind.used
export type Query = NonNullable<paths['/items/{id}']['put']['parameters']['query']>
export const query: Query = { old: false }
`

describe('what an editor shows', () => {
  let files: readonly OutputFile[]

  beforeAll(async () => {
    ;({ files } = await generateOne(shop))
  })

  it('over a call has names, and what the document says', () => {
    expect(hover(files, code, 'putItem(').split('\n')).toEqual([
      '(alias) putItem(client: Client, request: PutItemRequest): Promise<PutItemResponse>',
      'import putItem',
      'Put an item',
      '',
      String.raw`Puts it, *\/ and`,
      String.raw`\@returns nothing else.`,
      '',
      '`PUT /items/{id}`',
      '@see https://docs.test/put',
      '@deprecated ',
    ])
  })

  it.each([
    [
      'a call whose request may be left out',
      'listItems(',
      'listItems(client: Client, request?: ListItemsRequest): Promise<ListItemsResponse>',
    ],
    ['a request', 'request: PutItemRequest', 'const request: PutItemRequest'],
    ['a response', 'put = await', 'const put: PutItemResponse'],
    ['a parameter', 'old: true', '(property) old?: boolean\n\n@deprecated '],
    ['a parameter of the path', "id: 'a'", '(property) id: string\nWhich one.'],
    ['a header', "'X-Trace': 'b'", 'Two\nlines.'],
    ['a body that is given', "body: { id: 'c'", 'What to put.'],
    ['a member of a body', "id: 'c'", '(property) id: string\nIts number.\n\nMaximum length: 9'],
    ['a schema', 'Item = {', 'A thing to buy.'],
    ['a member of a schema', "id: 'd'", '(property) id: string\nIts number.'],
    ['an enumeration', 'Kind = Kind', 'What it is.'],
    ['a constant', 'used\nexport type', '(property) used: "used"'],
    ['a parameter in the types', 'old: false', '(property) old?: boolean\n\n@deprecated '],
    ['a status', 'status === 200', '404 | "default"'],
    ['a body', 'body.id', 'body: Item'],
  ])('over %s', (_what, at, shown) => {
    expect(hover(files, code, at)).toContain(shown)
  })
})
