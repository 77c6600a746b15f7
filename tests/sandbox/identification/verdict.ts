import { createCustomer, signAll } from '../support/actors.js'
import { list, look } from '../support/look.js'
import { NEW, type Reply, type Sandbox } from '../support/sandbox.js'

/** A customer that may be identified. */
export const readyCustomer = async (sandbox: Sandbox): Promise<string> => {
  const id = await createCustomer(sandbox, { version: NEW })
  await signAll(sandbox, id)
  return id
}

/** Submits a body for a customer of its own. */
export const submit = async (sandbox: Sandbox, body: unknown, version?: string): Promise<Reply> =>
  sandbox.send('POST', `/customers/${await readyCustomer(sandbox)}/identifications/v2`, { body, version })

/** The codes of a refusal, each followed by its beneficiary_index if it has one; the status of another answer. */
export const verdictOf = (reply: Reply): string => {
  if (reply.status !== 400) return `${reply.status} ${String(look(reply, 'status'))}`
  return list(reply)
    .map((error) => [look(error, 'code'), look(error, 'beneficiary_index') ?? []].flat().join(' '))
    .join(', ')
}
