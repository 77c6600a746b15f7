import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OutputFile } from '../../generator/index.js'
import { compile } from '../support/compile.js'
import { generateOne, repository } from './support/generated.js'

// Programs of users on top of generated code. Each text is a module beside it, compiled as strictly as possible.
const consumers: Readonly<Record<string, string>> = {
  'a tag tells the branches of a union apart': `
    import type { Way } from './example/index.js'
    export const target = (way: Way): string => {
      switch (way.kind) {
        case 'card': return way.number
        case 'bank': return way.iban
      }
    }
    // @ts-expect-error a branch has no members of another
    export const wrong = (way: Way) => (way.kind === 'card' ? way.iban : '')
    // @ts-expect-error no branch has this tag
    export const none = (way: Way) => way.kind === 'cash'`,

  'a schema is one type, by its own name and as openapi-typescript has it': `
    import type { components, Transfer } from './example/index.js'
    export const same = (transfer: components['schemas']['Transfer']): Transfer => transfer
    export const again = (transfer: Transfer): components['schemas']['Transfer'] => transfer`,

  'a validator proves a type': `
    import { Card, Transfer } from './example/validators.js'
    export const numberOf = (value: unknown): string => (Card(value) ? value.number : '')
    export const memoOf = (value: unknown): string | null | undefined => (Transfer(value) ? value.memo : null)
    export const reasons = (Card.errors ?? []).map(({ instancePath, message }) => instancePath + message)
    // @ts-expect-error nothing is proven yet
    export const unproven = (value: unknown) => value.number
    // @ts-expect-error it does not prove this member
    export const unknownMember = (value: unknown) => (Card(value) ? value.iban : '')`,

  'a request may lack what only responses owe, and no type says otherwise': `
    import { Transfer_request } from './example/validators.js'
    export const amountOf = (value: unknown): string => (Transfer_request(value) ? value.amount : '')
    // @ts-expect-error the id is not proven
    export const idOf = (value: unknown): string => (Transfer_request(value) ? value.id : '')`,

  'tables are indexed by name': `
    import { operations, version, webhooks } from './example/operations.js'
    export const path: string = operations.listTransfers.path
    export const hook: string = webhooks.post_transferSettled.path
    export const ids: readonly (keyof typeof operations)[] = ['listTransfers', 'createTransfer', 'get_health']
    export const name: 'example' = version
    // @ts-expect-error no operation has this name
    export const wrong: keyof typeof operations = 'deleteTransfer'
    // @ts-expect-error no webhook has this name
    export const wrongHook: keyof typeof webhooks = 'listTransfers'
    // @ts-expect-error tables are not to be written
    operations.listTransfers = operations.createTransfer`,

  'an operation is a function': `
    import { bodyOf, createClient, createTransfer, get_health } from './example/index.js'
    import { createTransferValidators } from './example/validators.js'
    const client = createClient({ version: '7' })
    export const id = async (): Promise<string> => {
      const body = { amount: '12.50', way: { kind: 'card', number: '4000' } } as const
      return (await bodyOf(createTransfer(client, { body, validators: createTransferValidators }))).id
    }
    export const isAlive = async (): Promise<boolean> => (await get_health(client)).status === 204
    // @ts-expect-error they are those of another operation
    export const wrong = () => get_health(client, { validators: createTransferValidators })`,

  'documents are loaded by name': `
    import { load, versions, type Surface, type Version } from './index.js'
    export const all: readonly 'example'[] = versions
    export const one: Promise<Surface> = load('example')
    // @ts-expect-error there is no such document
    export const wrong: Version = '2026-08-01'`,

  'optional members are absent, not undefined': `
    import type { Transfer } from './example/index.js'
    const way = { kind: 'card', number: '4000' } as const
    export const least: Transfer = { id: 'a', amount: '1', way }
    // @ts-expect-error a required member
    export const lacking: Transfer = { id: 'a', way }
    // @ts-expect-error undefined is not null
    export const unset: Transfer = { id: 'a', amount: '1', way, memo: undefined }`,
}

describe('code that uses generated code', () => {
  let diagnostics: readonly string[]
  const fileOf = (index: number): string => `consumer-${index}.ts`

  beforeAll(async () => {
    const text = readFileSync(join(repository, 'fixtures/generator/golden/input.yaml'), 'utf8')
    const { files } = await generateOne(text, { name: 'example', file: 'input.yaml' })
    const modules = Object.values(consumers).map((content, index): OutputFile => ({
      path: fileOf(index),
      content,
    }))
    diagnostics = compile([...files, ...modules])
  })

  it.each(Object.keys(consumers).map((what, index) => ({ what, file: fileOf(index) })))(
    'compiles: $what',
    ({ file }) => {
      expect(diagnostics.filter((line) => line.startsWith(file))).toEqual([])
    },
  )

  it('is all that was compiled', () => {
    expect(diagnostics.filter((line) => !line.startsWith('consumer-'))).toEqual([])
  })
})
