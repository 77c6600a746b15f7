/** Two operations that differ in one thing, with the whole ids of the changes there and back. */
export type OperationRow = readonly [
  from: object,
  to: object,
  there: readonly string[],
  back: readonly string[],
]

const text = { schema: { type: 'string' } }
const list = { schema: { type: 'array', items: { type: 'string' } } }
const parameters = (...all: object[]): object => ({ parameters: all })
const limit = { name: 'limit', in: 'query', ...text }
const body = (more: object, required?: boolean): object => ({
  requestBody: { ...(required === undefined ? {} : { required }), content: more },
})
const json = (schema: object): object => ({ 'application/json': { schema } })
const answers = (responses: object): object => ({ responses })
const header = (value: object | undefined): object =>
  answers({ 200: { headers: value === undefined ? {} : { 'X-Rate': value } } })
const string = { type: 'string' }
const object = { type: 'object' }

const parameterRows: OperationRow[] = [
  [{}, parameters(limit), ['request-parameter-added'], ['request-parameter-removed']],
  [
    {},
    parameters({ ...limit, required: true }),
    ['request-required-parameter-added'],
    ['request-required-parameter-removed'],
  ],
  [
    {},
    parameters({ ...limit, required: true, schema: { type: 'string', default: 'a' } }),
    ['request-required-parameter-added-with-default'],
    ['request-required-parameter-removed'],
  ],
  [
    parameters(limit),
    parameters({ ...limit, required: true }),
    ['request-parameter-became-required'],
    ['request-parameter-became-optional'],
  ],
  [
    parameters({ ...limit, schema: { type: 'string', default: 'a' } }),
    parameters({ ...limit, required: true, schema: { type: 'string', default: 'a' } }),
    ['request-parameter-became-required-with-default'],
    ['request-parameter-became-optional'],
  ],
  [
    parameters({ ...limit, name: 'pageSize' }),
    parameters({ ...limit, name: 'page_size' }),
    ['request-parameter-renamed'],
    ['request-parameter-renamed'],
  ],
  [
    parameters(limit),
    parameters({ ...limit, in: 'header' }),
    ['request-parameter-moved'],
    ['request-parameter-moved'],
  ],
  [
    parameters({ name: 'a', in: 'query', ...list }),
    parameters({ name: 'a', in: 'query', style: 'pipeDelimited', ...list }),
    ['request-parameter-style-changed'],
    ['request-parameter-style-changed'],
  ],
  [
    parameters({ name: 'a', in: 'query', ...list }),
    parameters({ name: 'a', in: 'query', explode: false, ...list }),
    ['request-parameter-explode-changed'],
    ['request-parameter-explode-changed'],
  ],
  [
    parameters({ name: 'a', in: 'query', ...text }),
    parameters({ name: 'a', in: 'query', content: json(string) }),
    ['request-parameter-serialization-changed'],
    ['request-parameter-serialization-changed'],
  ],
  [
    parameters(limit),
    parameters({ ...limit, allowReserved: true }),
    ['request-parameter-reserved-allowed'],
    ['request-parameter-reserved-forbidden'],
  ],
  [
    parameters(limit),
    parameters({ ...limit, allowEmptyValue: true }),
    ['request-parameter-empty-allowed'],
    ['request-parameter-empty-forbidden'],
  ],
  [
    parameters(limit),
    parameters({ ...limit, deprecated: true }),
    ['parameter-deprecated'],
    ['parameter-no-longer-deprecated'],
  ],
  [
    parameters(limit),
    parameters({ ...limit, schema: { type: 'string', maxLength: 3 } }),
    ['request-max-length-added'],
    ['request-max-length-removed'],
  ],
]

const listRows: OperationRow[] = [
  [
    parameters({ name: 'a', in: 'query', ...text }),
    parameters({ name: 'a', in: 'query', ...list }),
    ['request-parameter-became-list'],
    ['request-parameter-no-longer-list'],
  ],
  [
    parameters({ name: 'a', in: 'query', schema: { type: 'integer' } }),
    parameters({ name: 'a', in: 'query', ...text }),
    ['request-type-widened'],
    ['request-type-narrowed'],
  ],
]

const pair = { type: 'object', properties: { a: string, b: string } }
const three = { type: 'object', properties: { a: string, b: string, c: string } }

const bodyRows: OperationRow[] = [
  [
    body(json(pair)),
    body(json({ oneOf: [pair, three] })),
    ['request-variant-added', 'request-wrapped-in-one-of'],
    ['request-unwrapped-from-one-of', 'request-variant-removed'],
  ],
  [{}, body(json(string)), ['request-body-added'], ['request-body-removed']],
  [{}, body(json(string), true), ['request-required-body-added'], ['request-required-body-removed']],
  [
    body(json(string)),
    body(json(string), true),
    ['request-body-became-required'],
    ['request-body-became-optional'],
  ],
  [
    body(json(string)),
    body({ ...json(string), 'text/plain': {} }),
    ['request-media-type-added'],
    ['request-media-type-removed'],
  ],
  [
    body({ 'text/plain': text }),
    body({ 'text/*': text }),
    ['request-media-type-widened'],
    ['request-media-type-narrowed'],
  ],
  [
    body({ 'text/plain': {} }),
    body({ 'text/plain': text }),
    ['request-schema-added'],
    ['request-schema-removed'],
  ],
  [
    body({ 'multipart/form-data': { schema: { properties: { a: {} } } } }),
    body({
      'multipart/form-data': {
        schema: { properties: { a: {} } },
        encoding: { a: { contentType: 'text/csv' } },
      },
    }),
    ['request-encoding-changed'],
    ['request-encoding-changed'],
  ],
  [
    body({ 'application/xml': text }),
    body({ 'application/xml': { schema: { type: 'string', xml: { name: 'a' } } } }),
    ['request-xml-changed'],
    ['request-xml-changed'],
  ],
]

const responseRows: OperationRow[] = [
  [
    answers({ 200: {} }),
    answers({ 200: {}, 202: {} }),
    ['response-success-status-added'],
    ['response-success-status-removed'],
  ],
  [
    answers({ 200: {} }),
    answers({ 200: {}, 404: {} }),
    ['response-error-status-added'],
    ['response-error-status-removed'],
  ],
  [answers({ '4XX': {} }), answers({ '4XX': {}, 404: {} }), ['status-stated'], ['status-unstated']],
  [
    answers({ default: { content: json(object) } }),
    answers({ default: { content: json(object) }, 404: { content: json(string) } }),
    ['response-type-changed', 'status-stated'],
    ['response-type-changed', 'status-unstated'],
  ],
  [header(undefined), header(text), ['response-header-added'], ['response-header-removed']],
  [
    header(undefined),
    header({ ...text, required: true }),
    ['response-required-header-added'],
    ['response-required-header-removed'],
  ],
  [
    header(text),
    header({ ...text, required: true }),
    ['response-header-became-required'],
    ['response-header-became-optional'],
  ],
  [
    header(list),
    header({ ...list, explode: true }),
    ['response-header-explode-changed'],
    ['response-header-explode-changed'],
  ],
  [
    header(text),
    header({ content: json(string) }),
    ['response-header-serialization-changed'],
    ['response-header-serialization-changed'],
  ],
  [
    header(text),
    header({ ...text, deprecated: true }),
    ['header-deprecated'],
    ['header-no-longer-deprecated'],
  ],
  [
    header(text),
    header({ schema: { type: 'integer' } }),
    ['response-type-narrowed'],
    ['response-type-widened'],
  ],
  [
    answers({ 200: {} }),
    answers({ 200: { links: { next: { operationId: 'a' } } } }),
    ['link-added'],
    ['link-removed'],
  ],
  [
    answers({ 200: { links: { next: { operationId: 'b' } } } }),
    answers({ 200: { links: { next: { operationId: 'a' } } } }),
    ['link-changed'],
    ['link-changed'],
  ],
]

const item = { post: { responses: { 200: {} } } }

const otherRows: OperationRow[] = [
  [{ operationId: 'a' }, { operationId: 'b' }, ['operation-id-changed'], ['operation-id-changed']],
  [{}, { deprecated: true }, ['operation-deprecated'], ['operation-no-longer-deprecated']],
  [{}, { callbacks: { on: { '{$url}': item } } }, ['callback-added'], ['callback-removed']],
  [{}, { tags: ['a'] }, ['tag-added'], ['tag-removed']],
  [{ summary: 'a' }, { summary: 'b' }, ['text-changed'], ['text-changed']],
  [{}, { 'x-a': 1 }, ['extension-changed'], ['extension-changed']],
  [{}, { security: [{ a: [] }] }, ['security-required'], ['security-no-longer-required']],
  [
    { security: [{ a: [] }] },
    { security: [{ a: [] }, { b: [] }] },
    ['security-alternative-added'],
    ['security-alternative-removed'],
  ],
  [
    { security: [{ a: [] }, {}] },
    { security: [{}] },
    ['security-alternative-dropped'],
    ['security-alternative-added'],
  ],
  [
    { security: [{ a: ['x'] }] },
    { security: [{ a: ['x', 'y'] }] },
    ['security-scope-added'],
    ['security-scope-removed'],
  ],
  [
    { security: [{ a: [] }] },
    { security: [{ a: [] }, {}] },
    ['security-no-longer-required'],
    ['security-required'],
  ],
  [
    { servers: [{ url: '/a' }] },
    { servers: [{ url: '/a' }, { url: '/b' }] },
    ['server-added'],
    ['server-removed'],
  ],
]

const urlencoded = (encoding: object, properties: object = { a: string }): object =>
  body({ 'application/x-www-form-urlencoded': { schema: { type: 'object', properties }, encoding } })
const example = (address: string): object =>
  parameters({ ...limit, examples: { a: { externalValue: `https://example.com/${address}` } } })

/** Other spellings, and what has no effect. */
const spellingRows: OperationRow[] = [
  [body({ 'image/png': { schema: { ...string, format: 'binary' } } }), body({ 'image/png': {} }), [], []],
  [
    body({ 'application/json': { schema: { ...string, format: 'binary' } } }),
    body({ 'application/json': {} }),
    ['request-schema-removed'],
    ['request-schema-added'],
  ],
  [parameters({ name: 'a', in: 'query' }), parameters({ name: 'a', in: 'query', schema: {} }), [], []],
  [
    parameters({ name: 'a', in: 'query' }),
    parameters({ name: 'a', in: 'query', ...text }),
    ['request-schema-added'],
    ['request-schema-removed'],
  ],
  [
    parameters({ name: 'a', in: 'header', ...text }),
    parameters({ name: 'a', in: 'header', ...list }),
    ['request-type-changed'],
    ['request-type-changed'],
  ],
  [
    parameters({ ...limit, schema: { type: 'string', default: 'a' } }),
    parameters({ ...limit, required: true }),
    ['request-default-removed', 'request-parameter-became-required-with-default'],
    ['request-default-added', 'request-parameter-became-optional'],
  ],
  [
    parameters({ ...limit, in: 'header' }, { name: 'b', in: 'query', ...text }),
    parameters({ ...limit, in: 'cookie' }, { name: 'c', in: 'query', ...text }),
    ['request-parameter-added', 'request-parameter-moved', 'request-parameter-removed'],
    ['request-parameter-added', 'request-parameter-moved', 'request-parameter-removed'],
  ],
  [example('a'), example('b'), ['example-changed'], ['example-changed']],
  [header(text), header({ ...text, explode: true }), [], []],
  [header(list), header({ ...list, explode: false }), [], []],
  [
    parameters({ name: 'a', in: 'query', schema: { type: 'array', items: { type: 'integer' } } }),
    parameters({ name: 'a', in: 'query', ...list }),
    ['request-type-widened'],
    ['request-type-narrowed'],
  ],
  [body(json(string)), body({ 'Application/JSON; charset=utf-8;': { schema: string } }), [], []],
  [{}, { 'x-webhooks': { a: {} } }, ['extension-changed'], ['extension-changed']],
  [urlencoded({}), urlencoded({ a: { allowReserved: false } }), [], []],
  [urlencoded({}), urlencoded({ a: { style: 'form', explode: true } }), [], []],
  [
    urlencoded({}),
    urlencoded({ a: { explode: false } }),
    ['request-encoding-changed'],
    ['request-encoding-changed'],
  ],
  [
    urlencoded({}),
    urlencoded({ b: { explode: false } }, { a: string, b: string }),
    ['request-property-added'],
    ['request-property-removed'],
  ],
  [
    { security: [{ a: [] }, { b: [] }] },
    { security: [{ b: [] }, { a: [] }], deprecated: true },
    ['operation-deprecated'],
    ['operation-no-longer-deprecated'],
  ],
]

/** Every kind of change in an operation outside of its schemas, there and back. */
export const operationRows: readonly OperationRow[] = [
  ...parameterRows,
  ...listRows,
  ...bodyRows,
  ...responseRows,
  ...otherRows,
  ...spellingRows,
]
