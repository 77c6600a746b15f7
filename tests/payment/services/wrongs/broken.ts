import { isEditable } from '../../documents/editing.js'
import type { Answer } from '../call.js'
import type { Choices } from '../choices.js'
import { variants } from '../variants.js'
import type { Asked, Wrong } from '../behave.js'

/** A service that breaks one promise, and every rule that its evidence breaks. */
export interface Broken {
  readonly breaks: readonly string[]
  readonly wrong: Wrong
  readonly choices?: Partial<Choices>
}

export const bare = variants['has the operations that the specification names, and no others'] ?? {}

export const header = (answer: Answer, name: string, value: string | undefined): Answer => {
  const { [name]: _old, ...rest } = answer.headers
  return { ...answer, headers: value === undefined ? rest : { ...rest, [name]: value } }
}

export const edit = (answer: Answer, change: (body: Record<string, unknown>) => unknown): Answer => {
  const body: unknown = JSON.parse(answer.body)
  return isEditable(body) ? { ...answer, body: JSON.stringify(change(body)) } : answer
}

export const at = (
  method: string,
  path: RegExp,
  change: (answer: Answer, about: Asked) => Answer,
): Wrong => ({
  answer: (answer, about) =>
    about.method === method && path.test(about.path) ? change(answer, about) : answer,
})

export const ofQuote = (change: (quote: Record<string, unknown>, about: Asked) => unknown): Wrong =>
  at('GET', /^\/autoramps\/quote$/, (answer, about) =>
    answer.status === 200 ? edit(answer, (quote) => change(quote, about)) : answer,
  )

export const isApi = ({ isSpec, path }: Asked): boolean => !isSpec && path !== '/cryptocurrencies'
export const isNew = ({ version }: Asked): boolean => version === '2026-08-01'
export const nothing =
  (status: number, body: unknown) =>
  (answer: Answer): Answer => ({ ...answer, status, body: JSON.stringify(body) })
export const isNothing = ({ status, body }: Answer): boolean =>
  status === 409 || (status === 200 && body === '[]')
/** Forgets what is outstanding for a customer of the newest version who began an identification. */
export const hidesAfterIdentification = (): Wrong => {
  const begun = new Set<string>()
  return {
    answer: (answer, about) => {
      const customer = about.path.split('/')[2] ?? ''
      if (about.path.endsWith('/identifications/v2') && answer.status < 300) begun.add(customer)
      const isHidden = isNew(about) && begun.has(customer) && about.path.endsWith('/required-signings')
      return isHidden && answer.status === 200 ? nothing(200, [])(answer) : answer
    },
  }
}
/** Forgets what is outstanding for whoever signed once, when terms were published. */
export const hidesOncePublished = (): Wrong => {
  const signed = new Set<string>()
  return {
    answer: (answer, about) => {
      const customer = about.path.split('/')[2] ?? ''
      if (about.path.endsWith('/signings') && answer.status < 300) signed.add(customer)
      const isHidden = signed.has(customer) && about.path.endsWith('/required-signings')
      return isHidden && answer.status === 200 ? nothing(200, [])(answer) : answer
    },
  }
}
export const signings = /\/required-signings$/
export const nearby = (asked: string | undefined): string | undefined =>
  asked === '2026-08-02' || asked === '2026-07-31' ? '2026-08-01' : asked
