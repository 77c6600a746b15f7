import type { Method } from '../../runtime/surface.js'

/** The keys of a path item that hold operations, in the order of their names in OpenAPI. */
export const methods: readonly Method[] = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
]

/** Whether a key of a path item holds an operation. */
export const isMethod = (key: string): boolean => methods.some((method) => method === key)
