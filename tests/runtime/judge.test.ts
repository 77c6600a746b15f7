import { describe, expect, it } from 'vitest'
import { fail, type Found, type Validator } from '../../runtime/fail.js'
import { judge, judgeResponses, type JudgedResponses, type JudgedRequests } from '../../runtime/judge.js'

/** A validator as in generated code: it accepts one value, and keeps findings for any other. */
const accepts = (only: unknown, path = '', keyword = 'const', params: unknown = only): Validator => {
  const validate: { (value: unknown): value is unknown; found?: Found } = (value): value is unknown => {
    validate.found = value === only ? null : fail(null, path, `#/x/${keyword}`, params)
    return value === only
  }
  return validate
}

const requests: JudgedRequests = {
  parameters: { 'query/limit': accepts(1, '', 'maximum', 100), 'headers/X-Trace': accepts('t') },
  body: { 'application/json; charset=utf-8': accepts('body', '/amount', 'type', 'string'), 'text/csv': null },
  isBodyRequired: true,
}
const responses: JudgedResponses = {
  200: { 'application/json': accepts('ok'), 'image/*': null },
  '4XX': { 'application/problem+json': accepts('range') },
  '404': { 'application/json': accepts('none', '', 'required', 'id') },
  204: {},
  default: { 'application/json': accepts('default', '/a', 'enum', new Set(['a', 'b'])) },
}
const { request, response, operation } = judge(judgeResponses('pay', responses), requests)

const unlike = (at: string, rule: string, params: string) => [
  { at, rule, message: `must satisfy ${rule} ${params}` },
]
const trace = 'headers/X-Trace'
const missing = (at: string) => [{ at, rule: 'required', message: 'is required and missing' }]
const undocumented = [
  { at: 'headers/content-type', rule: 'media-type', message: 'text/html is not documented' },
]

describe('a request', () => {
  const right = { body: 'body', contentType: 'application/json' }

  it.each([
    ['as documented', right, []],
    ['with a parameter that is not given', { ...right, query: { limit: undefined } }, []],
    ['with parameters that nothing describes', { ...right, query: { toString: 2, other: 3 } }, []],
    ['with a wrong parameter', { ...right, query: { limit: 101 } }, unlike('query/limit', 'maximum', '100')],
    ['with a wrong header', { ...right, headers: { 'X-Trace': '' } }, unlike(trace, 'const', '"t"')],
    ['with a wrong body', { ...right, body: {} }, unlike('body/amount', 'type', '"string"')],
    ['without its body', {}, missing('body')],
    ['of a form, which travels as text', { body: {}, contentType: 'text/csv' }, []],
  ])('%s', (_what, given, problems) => {
    expect(request(given)).toEqual(problems)
  })

  it('may lack a body that is not required', () => {
    expect(judge(judgeResponses('a', {}), {}).request({})).toEqual([])
  })
})

describe('a response', () => {
  it.each([
    ['of its status', 200, 'application/json', 'ok', []],
    ['with parameters of its media type', 200, 'application/json; charset=utf-8', 'ok', []],
    ['without a media type, as a replay has it', 200, '', 'ok', []],
    ['as text where the document has JSON', 200, 'text/plain', 'ok', []],
    ['of a range of media types', 200, 'image/png', 'anything', []],
    ['of a range of statuses', 418, 'application/problem+json', 'range', []],
    ['of its own status before the range', 404, 'application/json', 'none', []],
    ['of no other description', 500, 'application/json', 'default', []],
    ['that the document leaves open', 204, 'application/json', 'anything', []],
    ['without a body', 200, 'application/json', undefined, []],
    ['that lacks a member', 404, 'application/json', {}, missing('body/id')],
    ['with a value that is not listed', 500, 'application/json', 'no', unlike('body/a', 'enum', '["a","b"]')],
    ['of another media type', 200, 'text/html; charset=utf-8', '<p>', undocumented],
  ])('%s', (_what, status, mediaType, body, problems) => {
    expect(response(status, mediaType, body)).toEqual(problems)
  })

  it('belongs to its operation', () => {
    expect(operation).toBe('pay')
  })
})
