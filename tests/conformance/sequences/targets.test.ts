import { expect, test } from 'vitest'
import { isLeftOut } from '../../../conformance/sequences/lists.js'
import { linksOf, listsOf } from '../../../conformance/sequences/targets.js'
import { conditionOf } from '../../../conformance/sequences/walk.js'
import type { Subject } from '../../../conformance/sequences/subject.js'
import type { Method, Operation } from '../../../runtime/surface.js'
import type { Observed } from '../../../conformance/model/case.js'
import { exchangeOf, jsonHeaders, operationOf, parameterOf, responseOf } from '../support/make.js'

const operation = (method: Method, path: string): Operation => operationOf({ method, path })

const lists = ['/tools', '/me/tools', '/teams/{team}/tools'].map((path) => operation('get', path))

/** The lists that must contain a thing created by one of the operations. */
const due = (itemPath: string, by: string, others: readonly string[] = []): readonly string[] => {
  const creates = [by, ...others].map((path) => operation('post', path))
  const made = { case: { call: { operation: creates[0], path: { team: 'red' } } } }
  const subject = { resource: { itemPath, creates, lists }, values: ['saw'], made }
  return listsOf(subject as unknown as Subject).map((one) => one.operation.path)
}

test.each([
  [
    'created at one path in all that can be addressed',
    '/tools/{tool}',
    '/tools',
    [],
    ['/tools', '/me/tools'],
  ],
  ['created elsewhere too in those of its own path', '/tools/{tool}', '/tools', ['/me/tools'], ['/tools']],
  ['created at another path also there', '/tools/{tool}', '/me/tools', ['/tools'], ['/tools', '/me/tools']],
  [
    'created for somebody in no list of others',
    '/x/{tool}',
    '/teams/{team}/tools',
    ['/tools'],
    [lists[2]?.path],
  ],
  [
    'created with an id like that of a team in no list of the team',
    '/tools/{team}',
    '/tools',
    [],
    ['/tools', '/me/tools'],
  ],
])('a thing is due that was %s', (_, itemPath, by, others, wanted) =>
  expect(due(itemPath, by, others)).toEqual(wanted),
)

test('a list may show only things with a flag, unless they have it by chance', () => {
  const isMissing = (...flags: unknown[]): boolean => {
    const things = flags.map((top, index) => [String(index), { top }])
    const pages = [{ things, by: { case: { call: { operation: operation('get', '/tools') } } } }]
    const visited = { pages, isWhole: true } as unknown as Parameters<typeof isLeftOut>[0]
    return isLeftOut(visited, { top: false }, 'axe')
  }
  expect([
    isMissing(true, true, true),
    isMissing(true, true),
    isMissing(true, true, false),
    isMissing(1, 1, 1),
  ]).toEqual([false, true, true, true])
})

test.each([
  ['is left out', { color: 'red' }, 'limit', true],
  ['is hidden as no listed one is', { status: 'draft' }, 'limit', false],
  ['was skipped as no listed one was', { skippedBy: 'ann' }, 'limit', false],
  ['has a flag that no listed one has', { color: 'red', gift: true }, 'limit', false],
  ['has a flag as the listed one has', { color: 'red', sharp: true }, 'limit', true],
  ['has a flag of false as few may', { color: 'red', sharp: false }, 'limit', true],
  ['is one that the list shows when asked to', { color: 'red' }, 'include_archived', false],
  ['is one that the list shows when asked to show all', { color: 'red' }, 'showAll', false],
])('a thing that a list lacks %s', (_, thing, name, isMissing) => {
  const list = { ...operation('get', '/tools'), parameters: [{ in: 'query', name }] }
  const things = [['saw', { status: 'public', color: 'blue', sharp: true }]]
  const pages = [{ things, by: { case: { call: { operation: list } } } }]
  const visited = { pages, isWhole: true } as unknown as Parameters<typeof isLeftOut>[0]
  expect(isLeftOut(visited, thing, 'axe')).toBe(isMissing)
  // A service may list in small letters what it finds in any.
  expect(isLeftOut(visited, thing, 'Saw')).toBe(false)
})

const linked = (expressions: Readonly<Record<string, unknown>>): unknown => {
  const read: Operation = {
    ...operation('get', '/tools/{tool}'),
    operationId: 'getTool',
    parameters: [parameterOf({ in: 'query', name: 'part' }), parameterOf({ in: 'header', name: 'X-Shop' })],
  }
  const create = operationOf({ method: 'post', path: '/tools', responses: { 201: responseOf() } })
  const links = { tool: { operationId: 'getTool', parameters: expressions } }
  const document = { paths: { '/tools': { post: { responses: { 201: { links } } } } } }
  const api = { document, surface: { operations: { read } } }
  const exchange = exchangeOf({ status: 201, body: '{"id":7,"shop":"x"}', headers: [['x-part', 'a'], ...jsonHeaders] }) // prettier-ignore
  return linksOf({ api, case: { call: { operation: create } }, exchange } as unknown as Observed)[0]?.values
}

test.each([
  [{ tool: '$response.body#/id' }, { path: { tool: 7 }, query: {} }],
  [{ 'path.tool': '{$response.body#/id}', 'query.part': '$response.header.x-part' }, { path: { tool: 7 }, query: { part: 'a' } }],
  [{ part: '$response.body#/id' }, undefined],
  [{ tool: '$response.body#/name' }, undefined],
  [{ tool: '$response.body#/id', 'header.X-Shop': '$response.body#/shop' }, undefined],
  [{ tool: '$response.body#/id', 'X-Shop': 'x' }, undefined],
])('a link with %j gives %j', (expressions, values) => expect(linked(expressions)).toEqual(values)) // prettier-ignore

test('a precondition is the header If-Match, and no other header or parameter', () => {
  const parameters = [
    parameterOf({ in: 'header', name: 'If-None-Match' }),
    parameterOf({ in: 'query', name: 'if-match' }),
    parameterOf({ in: 'header', name: 'if-match' }),
  ]
  expect(conditionOf(operationOf({ parameters }))).toBe(parameters[2])
})
