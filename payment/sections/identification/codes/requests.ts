import type { Draft } from '../submission/draft.js'
import { recipes } from '../submission/facts.js'
import { names } from '../submission/names.js'
import type { CodeRule, ErrorCase } from '../attempt/verdict.js'

const { person, business, token } = recipes

const badCode = (before: unknown): string =>
  typeof before === 'string' && before.length === 3 ? '1!?' : '1!'

const refused = (errorCase: Omit<ErrorCase, 'due'>): ErrorCase => ({ ...errorCase, due: ['invalid_request'] })

const wrong = (name: RegExp, value: unknown) => (draft: Draft) => void draft.whole.set(name, value)

/** The catch-all code: empty required fields and bad formats. */
export const requestCode: CodeRule = {
  code: 'invalid_request',
  cases: [
    refused({ name: 'an empty first name', recipe: person, edit: wrong(names.firstName, '') }),
    refused({ name: 'an email that is none', recipe: person, edit: wrong(names.email, 'not an email') }),
    refused({ name: 'a phone number that is none', recipe: person, edit: wrong(names.phone, 'not a phone') }),
    refused({
      name: 'a country code that is none',
      recipe: person,
      edit: ({ whole }) => void whole.set(names.country, badCode(whole.get(names.country))),
    }),
    refused({ name: 'a date that is none', recipe: person, edit: wrong(names.birthDate, 'not a date') }),
    refused({
      name: 'a beneficiary with an email that is none',
      recipe: business,
      about: 1,
      edit: (draft) => void draft.party(1).set(names.email, 'not an email'),
    }),
    refused({
      name: 'a beneficiary with a date that is none',
      recipe: business,
      about: 1,
      edit: (draft) => void draft.party(1).set(names.birthDate, 'not a date'),
    }),
    refused({
      name: 'a beneficiary with an empty first name',
      recipe: business,
      about: 1,
      edit: (draft) => void draft.party(1).set(names.firstName, ''),
    }),
    refused({ name: 'an empty share token', recipe: token, edit: wrong(names.token, '') }),
  ],
}
