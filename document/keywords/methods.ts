/** The keys of a path item that hold operations, in the order of their names in OpenAPI 3.0 and 3.1. */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/** A method of OpenAPI 3.0 and 3.1, in lower case. */
export type Method = (typeof methods)[number]

/** The same, including those that OpenAPI 3.2 adds. */
export const methodsOfAnyVersion = [...methods, 'query'] as const

/** Whether a key of a path item holds an operation. */
export function isMethod(key: string): key is Method {
  return methods.some((method) => method === key)
}
