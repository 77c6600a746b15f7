import { beforeAll, describe, expect, it } from 'vitest'
import type { OutputFile } from '../../generator/index.js'
import { document } from './support/documents.js'
import { generateOne } from './support/generated.js'
import { hover } from './support/hover.js'

const item = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }
const json = (schema: object) => ({ 'application/json': { schema } })

const shop = document({
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
        requestBody: { required: true, description: 'The item.', content: json(item) },
        responses: {
          200: { description: 'It was put.', content: json(item) },
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
const client = createClient({ baseUrl: 'https://api.test/api' })
export const request: PutItemRequest = { path: { id: 'a' }, query: { old: true }, body: { id: 'a' } }
export const put = await putItem(client, request)
export const all = await listItems(client)
if (put.status === 200) void put.body.id
`

describe('what an editor shows', () => {
  let files: readonly OutputFile[]

  beforeAll(async () => {
    ;({ files } = await generateOne(shop))
  })

  it('over a call has names, and what the document says', () => {
    expect(hover(files, code, 'putItem(').split('\n')).toEqual([
      '(alias) putItem(client: Client, request: PutItemRequest): Promise<PutItemAnswer>',
      'import putItem',
      'Put an item',
      '',
      String.raw`Puts it, *\/ and`,
      String.raw`\@returns nothing else.`,
      '',
      '`PUT /items/{id}`',
      '',
      'Parameters:',
      '- `path.id`: Which one.',
      '- `headers["X-Trace"]`: Two lines.',
      '- `query.old`: Deprecated.',
      '',
      'Body: The item.',
      '',
      'Errors:',
      '- 404: There is none.',
      '- default: Anything else.',
      '@throws ClientError when there is no documented answer.',
      '@see  #/paths/~1items~1{id}/put',
      '@see https://docs.test/put',
      '@deprecated ',
    ])
  })

  it.each([
    [
      'a call whose request may be left out',
      'listItems(',
      'listItems(client: Client, request?: ListItemsRequest): Promise<ListItemsAnswer>',
    ],
    ['a request', 'request: PutItemRequest', 'const request: PutItemRequest'],
    ['an answer', 'put = await', 'const put: PutItemAnswer'],
    ['a parameter', 'old: true', '(property) old?: boolean'],
    ['a status', 'status === 200', 'status: 200 | 404 | "default"'],
    ['a body', 'body.id', 'body: {\n    id: string;\n}'],
  ])('over %s', (_what, at, shown) => {
    expect(hover(files, code, at)).toContain(shown)
  })
})
