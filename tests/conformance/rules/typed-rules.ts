import { defineConfig, defineRule } from '../../../bin/config/define-config.js'
import type { operations } from '../../../generated/2026-08-01/types.js'

// Compiled with the tests: code that the types of rules accept, and code that they reject.

interface Operations {
  search: {
    parameters: { query: { q: string; page?: number }; path?: never }
    responses: {
      200: { content: { 'application/json': { count: number } } }
      '4XX': { content: { 'application/problem+json': { title: string } } }
      default: { content: { 'text/plain': string } }
    }
  }
  upload: {
    parameters: { path: { id: string } }
    requestBody?: { content: { 'application/x-www-form-urlencoded': { name: string } } }
    responses: { 204: { content?: never } }
  }
  ping: {
    parameters: { query?: never }
    requestBody?: never
    responses: { default: { content: { 'application/json': { up: true } } } }
  }
}

const text = { title: 'A rule', statement: 'Something holds.' }

const calls = defineRule<Operations>({
  id: 'types/calls',
  ...text,
  async run({ call, sample, callUnchecked, expect }) {
    const found = await call('search', { query: { q: 'x' } })
    if (found.status === 200) expect(found.json.count > 0, 'no count')
    else if (found.status === 404) expect(found.json.title !== '', 'no title')
    else if (found.status === 500) expect(found.json.length > 0, 'no text')
    const sent = await call('upload', { path: { id: '1' }, body: { name: 'x' } })
    if (sent.status === 204) expect((sent.json satisfies undefined) === undefined, 'a body')
    // A status that is not declared may occur.
    if (sent.status === 503) expect(sent.text === '', 'a body')
    expect((await call('ping')).json.up, 'not up')
    sample('upload', { name: 'y' })
    await callUnchecked('search', { query: { q: 5 } })
    // @ts-expect-error there is no such operation
    await call('serch')
    // @ts-expect-error its query is required
    await call('search')
    // @ts-expect-error a parameter of another type
    await call('search', { query: { q: 5 } })
    // @ts-expect-error its path is required
    await call('upload', {})
    // @ts-expect-error it has no query
    await call('ping', { query: { q: 1 } })
  },
})

const looks = defineRule<operations>({
  id: 'types/looks',
  ...text,
  observe(seen) {
    if (seen.is('createCustomer', 201)) seen.expect(seen.response.json.id.length > 0, 'no id')
    // @ts-expect-error there is no such operation
    seen.is('createCustomr', 201)
  },
})

const untyped = defineRule({
  id: 'types/untyped',
  ...text,
  async run({ call, expect }) {
    const { json } = await call('anything', { path: { a: 1 }, query: { b: [1] }, body: 5 })
    expect(json === undefined, 'a body')
  },
})

// @ts-expect-error it judges nothing
const neither = defineRule({ id: 'types/neither', ...text })

// @ts-expect-error an id has a slash
const alone = defineRule({ id: 'alone', ...text, observe: () => undefined })

/** Rules of several documents stand side by side. */
export const config = defineConfig({
  packs: [calls, './rules.js', { name: 'pack', rules: [looks, untyped, neither, alone] }],
})
