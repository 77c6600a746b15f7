import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

import { snippetsFor } from '../../../../sandbox/console/guide.js'
import { NEW } from '../../support/sandbox.js'
import { temporaryFolder } from '../../../support/folder.js'
import { root } from './toolchains.js'

const snippets = snippetsFor(NEW)

/** The types of Express that the snippet needs; its own are in another package. */
const expressTypes = `declare module 'express' {
  import type { IncomingMessage, ServerResponse } from 'node:http'
  type Next = (error?: unknown) => void
  export default function express(): {
    post(path: string, handler: (request: IncomingMessage, response: ServerResponse, next: Next) => unknown): void
    listen(port: number, host: string, backlog: number): void
  }
}`

test.each(snippets.filter(({ file }) => file.endsWith('.ts')).map((snippet) => [snippet.id, snippet]))(
  'the snippet %s compiles strictly',
  async (_id, { code }) => {
    const folder = temporaryFolder()
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'express.d.ts'), expressTypes)
    await writeFile(join(folder, 'server.ts'), code)
    await symlink(join(root, 'generated'), join(folder, 'generated'))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    const program = ts.createProgram([join(folder, 'server.ts'), join(folder, 'express.d.ts')], {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      skipLibCheck: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules', '@types')],
    })
    expect(
      ts
        .getPreEmitDiagnostics(program)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
    ).toEqual([])
  },
)
