import type { Operation } from '../../../runtime/surface.js'

/** An operation of a table, with what matters beside the obligatory members. */
export const operation = (more: Partial<Operation> = {}): Operation => ({
  operationId: 'a',
  method: 'get',
  path: '/a',
  servers: ['https://a.test'],
  pointer: '',
  tags: [],
  deprecated: false,
  security: [{ key: [] }],
  parameters: [],
  responses: {},
  ...more,
})
