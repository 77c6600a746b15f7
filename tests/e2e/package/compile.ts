import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { finished } from '../cli.js'
import type { Installation } from './installation.js'

/** A program from docs/generator.md that uses a version generated beside it. */
const program = `
import { bodyOf, createClient, createCustomer, getCustomerById } from './generated/2026-08-01/index.js'
import type { CreateCustomerBody, Customer } from './generated/2026-08-01/index.js'
import { createCustomerValidators } from './generated/2026-08-01/validators.js'
import { fetchHandler, seenKeys } from './generated/2026-08-01/webhooks.js'

export const create = async (key: string): Promise<string | undefined> => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:4010/api', auth: { ApiKeyAuth: key } })
  const body: CreateCustomerBody = { customer_type: 'Person', email: 'a@partner.test', external_id: 'a' }
  const answer = await createCustomer(client, { body, validators: createCustomerValidators })
  if (answer.status !== 201) return undefined
  const found: Customer = await bodyOf(getCustomerById(client, { path: { id: answer.body.id } }))
  return found.status
}

export const receive = fetchHandler({ secret: 'whsec_x', ...seenKeys(), handle: () => undefined })

// @ts-expect-error a customer has an address
export const wrong: CreateCustomerBody = { customer_type: 'Person' }
`

const settings = (module: string, moduleResolution: string): string =>
  JSON.stringify({
    compilerOptions: {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      noEmit: true,
      target: 'es2022',
      module,
      moduleResolution,
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
    },
    include: ['generated/**/*.d.ts', 'program.ts', 'rampart.config.ts'],
  })

const kinds = [
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
] as const

/** Compiles a folder in which the steps were taken, with the strictest settings. */
export async function compile({ start }: Installation, cwd: string, compiler: string): Promise<void> {
  await writeFile(join(cwd, 'program.ts'), program)
  for (const [module, resolution] of kinds) {
    await writeFile(join(cwd, 'tsconfig.json'), settings(module, resolution))
    const done = await finished(start(cwd, process.execPath, compiler, '-p', '.'))
    expect(done, `${compiler}, ${resolution}`).toMatchObject({ code: 0, stdout: '' })
  }
}
