// The library declares its main module alone, which loads a second Redocly: what is taken from it stands here.
declare module 'openapi-typescript/dist/transform/index.mjs' {
  import type { GlobalContext } from 'openapi-typescript'
  import type ts from 'typescript'

  export default function transformSchema(root: object, context: Omit<GlobalContext, 'redoc'>): ts.Node[]
}

declare module 'openapi-typescript/dist/lib/utils.mjs' {
  import type { GlobalContext } from 'openapi-typescript'

  interface Silent {
    readonly silent: true
  }
  export function resolveRef<T>(root: object, ref: string, options: Silent): T | undefined
  export function scanDiscriminators(root: object, options: Silent): GlobalContext['discriminators']
}
