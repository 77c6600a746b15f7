import { tableOf } from './tables.js'

const { document, common, ...own } = tableOf<{
  readonly document: { readonly components: object }
  readonly common: object
  readonly older: object
  readonly newer: object
}>('spelled')

const spelled = (openapi: string, schemas: object): object => ({
  openapi,
  ...document,
  components: { ...document.components, schemas: { ...common, ...schemas } },
})

/** A document of OpenAPI 3.0 with something of everything. */
export const older = spelled('3.0.3', own.older)

/** The same of OpenAPI 3.1, with what came new. */
export const newer = spelled('3.1.0', own.newer)
