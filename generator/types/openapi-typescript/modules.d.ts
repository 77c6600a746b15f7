// The library declares its main module alone, which loads a second Redocly: what is taken from it stands here.
declare module 'openapi-typescript/dist/transform/index.mjs' {
  import type { GlobalContext } from 'openapi-typescript'
  import type ts from 'typescript'

  export default function transformSchema(root: object, context: Omit<GlobalContext, 'redoc'>): ts.Node[]
}

declare module 'openapi-typescript/dist/lib/utils.mjs' {
  import type * as library from 'openapi-typescript'

  export const resolveRef: typeof library.resolveRef
  export function scanDiscriminators(
    root: object,
    options: { readonly silent: true },
  ): library.GlobalContext['discriminators']
}
