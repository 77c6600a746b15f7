import { type Answer, type Call, json, Refused, isUnread } from './call.js'

const accountOf = ({ state, path }: Call): { readonly id: string; readonly iban: string } => {
  const id = path.split('/')[3] ?? ''
  const account = state.accounts.get(id)
  if (!account) throw new Refused(404, 'no such account')
  return { id, iban: account.iban }
}

/** All accounts of a customer, who has to be named. */
export const listAccounts = ({ query, state }: Call): Answer => {
  const customer = query.get('customer_id') ?? ''
  if (!/^[0-9a-f-]{36}$/i.test(customer)) throw new Refused(400, 'customer_id')
  const own = [...state.accounts].filter(([, account]) => account.customer === customer)
  return json(200, { accounts: own.map(([id, { iban }]) => ({ id, iban })) })
}

export const readAccount = (call: Call): Answer => {
  const { id, iban } = accountOf(call)
  if (isUnread(call, id)) throw new Refused(404, 'no such account yet')
  return json(200, { id, iban, state: call.state.closed.has(id) ? 'closed' : 'open' })
}

/** Deletes an account: it is gone, or kept as closed. */
export const deleteAccount = (call: Call): Answer => {
  const { id } = accountOf(call)
  if (call.choices.accountReads === 'gone') call.state.accounts.delete(id)
  else call.state.closed.add(id)
  return call.choices.accountReads === 'gone' ? { status: 204, headers: {}, body: '' } : json(200, { id })
}
