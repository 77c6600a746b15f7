/** A document with only component schemas. */
export function schemasDocument(schemas: object, openapi: '3.0.3' | '3.1.0' = '3.1.0'): object {
  return { openapi, info: { title: 'Test', version: '1' }, paths: {}, components: { schemas } }
}

/** A document with the given members beside the obligatory ones. */
export function document(members: object, openapi: '3.0.3' | '3.1.0' = '3.1.0'): object {
  return { openapi, info: { title: 'Test', version: '1' }, paths: {}, ...members }
}

/** A reference to a component schema. */
export const ref = (name: string): { readonly $ref: string } => ({ $ref: `#/components/schemas/${name}` })
