import { join } from 'node:path'
import { expect, test } from 'vitest'

import { snippetsFor } from '../../../../sandbox/console/guide.js'
import { NEW } from '../../support/sandbox.js'
import { browser, compile } from '../../../support/compile.js'
import { root } from './toolchains.js'

const snippets = snippetsFor(NEW).filter(({ file }) => file.endsWith('.ts'))

/** The types of Express that the snippet needs; its own are in another package. */
const expressTypes = `/// <reference types="node" />
declare module 'express' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  type Next = (error?: unknown) => void
  export default function express(): {
    post(path: string, handler: (request: IncomingMessage, response: ServerResponse, next: Next) => unknown): void
    listen(port: number, host: string, backlog: number): void
  }
}`

/** Errors in the snippets, compiled together beside the generated code. */
const errors = compile(
  [
    { path: 'express.d.ts', content: expressTypes },
    ...snippets.map(({ id, code }) => ({
      path: `${id}.ts`,
      content: code.replaceAll("'./generated/", `'${join(root, 'generated')}/`),
    })),
  ],
  { ...browser, noPropertyAccessFromIndexSignature: false },
)

test.each(snippets.map(({ id }) => id))('the snippet %s compiles strictly', (id) =>
  expect(errors.filter((error) => error.startsWith(`${id}.ts`))).toEqual([]),
)
