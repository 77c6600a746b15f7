import { describe, expect, test } from 'vitest'
import { diffDocuments, judgeChanges, mintingPolicy } from '../../../diff/index.js'

// The clauses of the policy on documents themselves: an edit, and the expected verdict.

type Node = Record<string, unknown>

const json = (schema: object): Node => ({ content: { 'application/json': { schema } } })
const ref = (name: string): Node => ({ $ref: `#/components/schemas/${name}` })

const document = (): Node => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '2026-08-01' },
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        parameters: [
          { name: 'status', in: 'query', schema: { type: 'string', enum: ['Alive'] } },
          { name: 'page', in: 'query', schema: { type: 'integer' } },
        ],
        responses: { 200: { description: 'fine', ...json({ type: 'array', items: ref('Pet') }) } },
      },
      post: {
        operationId: 'createPet',
        requestBody: { required: true, ...json(ref('NewPet')) },
        responses: { 201: { description: 'made', ...json(ref('Pet')) } },
      },
    },
  },
  webhooks: {
    pet_changed: {
      post: { requestBody: json(ref('PetEvent')), responses: { 200: { description: 'taken' } } },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string' },
          tag: { type: 'string', description: 'A tag. More values may come; the list is open.' },
          status: { type: 'string', enum: ['Alive'], description: 'The list is open.' },
          kind: { type: 'string', 'x-extensible-enum': ['Cat'] },
          colour: { anyOf: [{ type: 'string', enum: ['Red'] }, { type: 'string' }] },
          home: { oneOf: [ref('House'), ref('Tent'), { type: 'object', required: ['type'] }] },
        },
      },
      NewPet: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', maxLength: 20 }, size: { type: 'string', enum: ['S'] } },
      },
      PetEvent: { type: 'object', properties: { id: { type: 'string' }, was: { type: 'string' } } },
      House: { type: 'object', properties: { type: { const: 'House' }, rooms: { type: 'integer' } } },
      Tent: { type: 'object', properties: { type: { const: 'Tent' }, poles: { type: 'integer' } } },
      Boat: { type: 'object', properties: { type: { const: 'Boat' }, masts: { type: 'integer' } } },
    },
  },
})

/** The member at a path of the document, to be edited. */
const at = (root: Node, ...path: readonly string[]): Node => {
  let node: unknown = root
  for (const key of path) node = (node as Node)[key]
  return node as Node
}
const schema = (root: Node, name: string, ...path: readonly string[]): Node =>
  at(root, 'components', 'schemas', name, ...path)
const properties = (root: Node, name: string): Node => schema(root, name, 'properties')
const push = (list: unknown, value: unknown): unknown => (list as unknown[]).push(value)

type Case = readonly [what: string, edit: (root: Node) => unknown, verdicts: readonly string[]]

const minted: readonly Case[] = [
  [
    'a response field removed',
    (root) => delete properties(root, 'Pet')['tag'],
    ['mint response-field-removed'],
  ],
  [
    'a field of a webhook removed',
    (root) => delete properties(root, 'PetEvent')['was'],
    ['mint response-field-removed'],
  ],
  [
    'a value added to an enumeration of responses',
    (root) => push(schema(root, 'Pet', 'properties', 'status')['enum'], 'Dead'),
    ['mint variant-added'],
  ],
  [
    'a value added to an enumeration of a request body',
    (root) => push(schema(root, 'NewPet', 'properties', 'size')['enum'], 'M'),
    ['mint variant-added'],
  ],
  [
    'a value added to an enumeration of a parameter',
    (root) => push(at(root, 'paths', '/pets', 'get', 'parameters', '0', 'schema')['enum'], 'Dead'),
    ['mint variant-added'],
  ],
  [
    'a variant added to a union, even to one that has a variant for all else',
    (root) => push(schema(root, 'Pet', 'properties', 'home')['oneOf'], ref('Boat')),
    ['mint variant-added'],
  ],
  [
    'an optional field added to a request body',
    (root) => (properties(root, 'NewPet')['nick'] = { type: 'string' }),
    ['mint request-body-shape'],
  ],
  [
    'a field of a request body removed',
    (root) => delete properties(root, 'NewPet')['size'],
    ['mint request-body-shape'],
  ],
  [
    'a field of a request body became required',
    (root) => push(schema(root, 'NewPet')['required'], 'size'),
    ['mint request-body-shape'],
  ],
  [
    'a field of a request body became optional',
    (root) => (schema(root, 'NewPet')['required'] = []),
    ['mint request-body-shape'],
  ],
  [
    'a field of a request body has another type',
    (root) => (properties(root, 'NewPet')['name'] = { type: 'integer' }),
    ['mint request-body-shape'],
  ],
  [
    'a request body became optional',
    (root) => (at(root, 'paths', '/pets', 'post', 'requestBody')['required'] = false),
    ['mint request-body-shape'],
  ],
]

const shipped: readonly Case[] = [
  [
    'an optional response field added',
    (root) => (properties(root, 'Pet')['age'] = { type: 'integer' }),
    ['ship response-field-added'],
  ],
  [
    'an optional field added to a webhook',
    (root) => (properties(root, 'PetEvent')['now'] = { type: 'string' }),
    ['ship response-field-added'],
  ],
  [
    'an operation added',
    (root) => (at(root, 'paths')['/cats'] = { get: { responses: { 200: { description: 'fine' } } } }),
    ['ship operation-added'],
  ],
  [
    'a value added to x-extensible-enum',
    (root) => push(schema(root, 'Pet', 'properties', 'kind')['x-extensible-enum'], 'Dog'),
    ['ship open-ended-value'],
  ],
  [
    'a value added beside a free string',
    (root) => push(schema(root, 'Pet', 'properties', 'colour', 'anyOf', '0')['enum'], 'Blue'),
    ['ship open-ended-value'],
  ],
]

const unnamed: readonly Case[] = [
  ['an operation removed', (root) => delete at(root, 'paths', '/pets')['post'], ['mint unnamed-breaks']],
  [
    'a response field became optional',
    (root) => (schema(root, 'Pet')['required'] = []),
    ['mint unnamed-breaks'],
  ],
  [
    'a required parameter added',
    (root) =>
      push(at(root, 'paths', '/pets', 'get')['parameters'], {
        name: 'q',
        in: 'query',
        required: true,
        schema: { type: 'string' },
      }),
    ['mint unnamed-breaks'],
  ],
  [
    'an optional parameter added',
    (root) =>
      push(at(root, 'paths', '/pets', 'get')['parameters'], {
        name: 'q',
        in: 'query',
        schema: { type: 'string' },
      }),
    ['ship unnamed-safe'],
  ],
  [
    'an optional parameter removed',
    (root) => (at(root, 'paths', '/pets', 'get')['parameters'] as unknown[]).pop(),
    ['mint unnamed-may-break'],
  ],
  [
    'a limit of a request body lowered',
    (root) => (schema(root, 'NewPet', 'properties', 'name')['maxLength'] = 10),
    ['mint unnamed-breaks'],
  ],
  [
    'a limit of a request body raised',
    (root) => (schema(root, 'NewPet', 'properties', 'name')['maxLength'] = 30),
    ['ship unnamed-safe'],
  ],
  [
    'a webhook added',
    (root) => (at(root, 'webhooks')['other'] = at(root, 'webhooks', 'pet_changed')),
    ['ship unnamed-safe'],
  ],
  [
    'an error added',
    (root) => (at(root, 'paths', '/pets', 'get', 'responses')['429'] = { description: 'slowly' }),
    ['ship unnamed-safe'],
  ],
  [
    'a description changed',
    (root) => (schema(root, 'Pet')['description'] = 'A pet.'),
    ['ship documentation'],
  ],
  ['the title changed', (root) => (at(root, 'info')['title'] = 'Cats'), ['ship documentation']],
]

const rulings = (edit: Case[1]): string[] => {
  const edited = document()
  edit(edited)
  const changes = judgeChanges(diffDocuments({ document: document() }, { document: edited }), mintingPolicy)
  return [...new Set(changes.map(({ ruling }) => `${ruling.verdict} ${ruling.clause}`))].toSorted()
}

describe.each([
  ['what the specification mints for', minted],
  ['what the specification lets ship', shipped],
  ['what it does not name', unnamed],
] as const)('%s', (_title, cases) => {
  test.each(cases)('%s', (_what, edit, verdicts) => {
    expect(rulings(edit)).toEqual(verdicts)
  })
})

test('a sentence that calls a list open promises nothing to a machine', () => {
  expect(rulings((root) => push(schema(root, 'Pet', 'properties', 'status')['enum'], 'Dead'))).toEqual([
    'mint variant-added',
  ])
})

test('to open a field and add to it at once is not to add to an open one', () => {
  const opened = { anyOf: [{ type: 'string', enum: ['Alive', 'Dead'] }, { type: 'string' }] }
  expect(rulings((root) => (properties(root, 'Pet')['status'] = opened))).toContain('mint unnamed-may-break')
})

test('a renamed response field is minted for', () => {
  const rename = (root: Node): void => {
    const own = properties(root, 'House')
    own['room_count'] = own['rooms']
    delete own['rooms']
  }
  expect(rulings(rename)).toContain('mint response-field-removed')
})
