import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OutputFile } from '../../generator/index.js'
import { compile } from './support/compile.js'
import { generateOne, repository } from './support/generated.js'

// What a user writes on top of generated code. Each text is a module beside it, compiled as strictly as possible.
const consumers: Readonly<Record<string, string>> = {
  'a tag tells the branches of a union apart': `
    import type { components } from './example/index.js'
    type Way = components['schemas']['Way']
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

  'a validator proves a type': `
    import isCard from './example/validators/schemas/Card.js'
    import isTransfer from './example/validators/schemas/Transfer.response.js'
    export const numberOf = (value: unknown): string => (isCard(value) ? value.number : '')
    export const memoOf = (value: unknown): string | null | undefined => (isTransfer(value) ? value.memo : null)
    export const reasons = (isCard.errors ?? []).map(({ instancePath, message }) => instancePath + message)
    // @ts-expect-error nothing is proven yet
    export const unproven = (value: unknown) => value.number
    // @ts-expect-error it does not prove this member
    export const unknownMember = (value: unknown) => (isCard(value) ? value.iban : '')`,

  'a validator of an inline body proves its type': `
    import { content_application_problem_json_schema as isRefusal } from './example/validators/responses/Refused.js'
    import { responses_200_content_application_json_schema_response as isPage } from './example/validators/operations/listTransfers.js'
    export const code = (value: unknown): string => (isRefusal(value) ? value.code : '')
    export const amounts = (value: unknown): string[] => (isPage(value) ? value.map(({ amount }) => amount) : [])
    // @ts-expect-error the code is text
    export const wrong = (value: unknown): number => (isRefusal(value) ? value.code : 0)`,

  'a request may lack what only responses owe, and no type says otherwise': `
    import isTransfer from './example/validators/schemas/Transfer.request.js'
    export const amountOf = (value: unknown): string => (isTransfer(value) ? value.amount : '')
    // @ts-expect-error the id is not proven
    export const idOf = (value: unknown): string => (isTransfer(value) ? value.id : '')`,

  'tables are indexed by name': `
    import { operations, surface, webhooks, type OperationId, type WebhookId } from './example/index.js'
    export const path: string = operations.listTransfers.path
    export const hook: string = webhooks.post_transferSettled.path
    export const ids: readonly OperationId[] = ['listTransfers', 'createTransfer', 'get_health']
    export const version: 'example' = surface.version
    export const unsure: string | undefined = surface.operations['listTransfers']?.path
    // @ts-expect-error no operation has this name
    export const wrong: OperationId = 'deleteTransfer'
    // @ts-expect-error no webhook has this name
    export const wrongHook: WebhookId = 'listTransfers'
    // @ts-expect-error tables are not to be written
    operations.listTransfers = operations.createTransfer`,

  'documents are loaded by name': `
    import { load, versions, type Surface, type Version } from './index.js'
    export const all: readonly 'example'[] = versions
    export const one: Promise<Surface> = load('example')
    // @ts-expect-error there is no such document
    export const wrong: Version = '2026-08-01'`,

  'optional members are absent, not undefined': `
    import type { components } from './example/types.js'
    type Transfer = components['schemas']['Transfer']
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
