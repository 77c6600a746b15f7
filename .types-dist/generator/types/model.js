/** Kinds of components that declarations are made for, beside schemas. */
export const otherKinds = ['responses', 'parameters', 'requestBodies', 'headers', 'pathItems'];
/** Kinds of declarations that stand at the root of `types.d.ts`. */
export const roots = ['paths', 'webhooks', 'operations', '$defs', 'requests'];
export const printerNames = ['openapi-typescript', 'rampart'];
