import { describe, expect, test } from 'vitest'
import { codeRules } from '../../../payment/sections/identification/codes/table.js'
import { inFormOf, wantsAlpha3 } from '../../../payment/sections/identification/submission/country.js'
import {
  all,
  applyPatch,
  Draft,
  remove,
  share,
} from '../../../payment/sections/identification/submission/draft.js'
import { lacking } from '../../../payment/sections/identification/codes/edits.js'
import { names, typeOfGroup } from '../../../payment/sections/identification/submission/names.js'
import { recipes } from '../../../payment/sections/identification/submission/recipes.js'
import { kindsIn } from '../../../payment/sections/identification/submission/schema.js'
import { image, licence, valueOf } from '../../../payment/sections/identification/submission/values.js'
import { identificationCodes } from '../../../payment/tables/enumerations.js'
import { catalogue } from '../../../payment/index.js'
import type { JsonSchemaObject } from '../../../runtime/surface.js'
import { newestVersion } from '../../../versions/index.js'
import { examineSandbox } from '../../mutants/examine.js'
import { mutants } from '../../mutants/variants/index.js'
import { viewsOf } from '../documents/judge.js'
import { surfaceOf } from '../documents/surface.js'

describe('the rules of identifications', () => {
  test('are one for each code', () => {
    const ids = new Set(catalogue.map(({ id }) => id))
    expect(
      identificationCodes.filter((code) => !ids.has(`identification/${code.replaceAll('_', '-')}`)),
    ).toEqual([])
  })

  test('have cases with names of their own, so that each is sent once', () => {
    const cases = Object.values(codeRules).flatMap(({ cases: members }) =>
      members.map(({ recipe, name }) => `${recipe.name}: ${name}`),
    )
    expect(cases.filter((name, index) => cases.indexOf(name) !== index)).toEqual([])
  })
})

test('a submission that is refused for a reason other than the code is noted as not judged', async () => {
  const name = 'identification/structure-invalid: wants 25% of somebody, with no other chance'
  const faults = mutants.filter((one) => one.name === name)
  const rules = ['identification/ubo-share-below-threshold']
  const { results } = await examineSandbox(faults, rules, { versions: [newestVersion] })
  const [{ notes } = {}] = results
  expect(notes).toEqual([
    { message: expect.stringMatching(/^not judged: 400 .*structure_invalid/), occurrences: 4 },
  ])
})

test.each([
  [[{ op: 'replace', path: '/a/b', value: 2 }], { a: { b: 2 }, list: [1, 2] }],
  [[{ op: 'remove', path: '/a/b' }], { a: {}, list: [1, 2] }],
  [[{ op: 'add', path: '/list/-', value: 3 }], { a: { b: 1 }, list: [1, 2, 3] }],
  [[{ op: 'add', path: '/list/0', value: 0 }], { a: { b: 1 }, list: [0, 1, 2] }],
  [[{ op: 'remove', path: '/list/1' }], { a: { b: 1 }, list: [1] }],
  [[{ op: 'replace', path: '/a/c', value: 2 }], undefined],
  [[{ op: 'add', path: '/x/y', value: 2 }], undefined],
  [[{ op: 'add', path: '/a/b/c/d', value: 2 }], undefined],
  [[{ op: 'add', path: '/__proto__/y', value: 2 }], undefined],
] as const)('a JSON Patch %j', (patch, wanted) =>
  expect(applyPatch({ a: { b: 1 }, list: [1, 2] }, patch)).toEqual(wanted),
)

describe('the group of a document', () => {
  const offered = [
    'ProofOfAddress',
    'DirectorsRegistry',
    'IncorporationArticles',
    'IncorporationCert',
    'ShareholderRegistry',
    'StateRegistry',
  ]
  test.each([
    ['details', offered, 'IncorporationCert'],
    ['presence', offered, 'IncorporationArticles'],
    ['ownership', offered, 'ShareholderRegistry'],
    ['control', offered, 'DirectorsRegistry'],
    ['details', ['legal_presence', 'company_details'], 'company_details'],
    ['control', ['Passport'], undefined],
    ['presence', [], 'LegalPresence'],
    ['control', ['RegistryExtract', 'OrganisationChart'], 'OrganisationChart'],
    ['control', ['OwnershipChart', 'ControlChart'], 'ControlChart'],
    ['ownership', ['ControlChart', 'OwnershipChart'], 'OwnershipChart'],
  ] as const)('%s', (group, types, wanted) => expect(typeOfGroup(group, types)).toBe(wanted))
})

test.each<[JsonSchemaObject, readonly unknown[]]>([
  [
    {
      oneOf: [
        { properties: { kind: { const: 'Person' } } },
        { properties: { type: { enum: ['Token', 'Link'] } } },
      ],
    },
    ['Person', 'Token', 'Link'],
  ],
  [{ properties: { kind: { type: 'string' }, type: { const: 'Person' } } }, ['Person']],
  [{ properties: { name: { const: 'Person' } } }, []],
])('the kinds of a submission that %j lists are %j', (schema, kinds) => {
  const surface = surfaceOf({ openapi: '3.1.0', paths: {}, components: {} }, newestVersion)
  const [under] = viewsOf([surface]).values()
  expect(under && kindsIn(under, schema)).toEqual(kinds)
})

test.each<[string, JsonSchemaObject, readonly unknown[], unknown]>([
  ['license_details', { type: 'string' }, [], licence],
  ['license_details', { type: ['string', 'null'] }, [], licence],
  ['license_details', {}, [], licence],
  ['license_details', { properties: {} }, [], undefined],
  ['license_details', { type: 'object' }, [], undefined],
  ['industry', {}, [], 'InformationTechnologyAndSoftware'],
  ['industry', {}, ['Gambling', 'Retail', 'Software'], 'Software'],
])('the value of %s in %j, of %j', (name, node, listed, value) =>
  expect(
    valueOf(
      { recipe: recipes.licensed, person: undefined, company: undefined, number: 1 },
      { name, holder: '', node, listed },
    ),
  ).toBe(value),
)

test.each([
  ['funds_flow', true],
  ['terms', false],
])('a description in %s discloses the flow of funds: %s', (holder, is) => {
  const about = { recipe: recipes.fundsFlow, person: undefined, company: undefined, number: 1 }
  const value = valueOf(about, { name: 'description', holder, node: {}, listed: [] })
  expect(typeof value === 'string').toBe(is)
})

test.each([
  [{ funds_description: 'It.', flow_of_funds_diagram: 'x', source_of_funds_document: 'y' }, false],
  [{ flow_of_funds_diagram: 'x', source_of_funds_document: 'y' }, true],
])('%j lacks a part of what is disclosed: %s', (body, isLacking) => {
  const free = codeRules.funds_flow_disclosure_required.cases.find(({ due }) => due === undefined)
  const edit = (): void => free?.edit?.(new Draft(body))
  if (isLacking) expect(edit).toThrow('no member for funds description')
  else expect(edit).not.toThrow()
})

describe('a country is written as its place wants it', () => {
  test.each([
    [{}, [], false],
    [{ pattern: '^[A-Z]{3}$' }, [], true],
    [{ pattern: '^[A-Z]{2}$' }, [], false],
    [{ pattern: '^[A-Z]{2,3}$', example: 'FRA' }, [], true],
    [{ minLength: 3 }, [], true],
    [{ description: 'ISO 3166-1 alpha-3' }, [], true],
    [{}, ['DEU', 'FRA'], true],
    [{}, ['DE', 'FR'], false],
  ] as const)('%j %j', (node, listed, wanted) => expect(wantsAlpha3(node, listed)).toBe(wanted))

  test('and a change keeps the form', () =>
    expect([inFormOf('DEU', 'US'), inFormOf('DE', 'US')]).toEqual(['USA', 'US']))
})

describe('a draft', () => {
  const body = {
    address: { country: 'DE' },
    company_data: {
      info: { country: 'DE' },
      documents: [{ type: 'A' }],
      beneficiaries: [
        { roles: ['Director'], share_percentage: 60, info: { selfie: 'x' } },
        { share_percentage: '40' },
      ],
    },
  }

  test('changes a copy, in the beneficiary that is meant', () => {
    const draft = new Draft(body)
    all(share(0, 9), share(1, 8), remove(names.selfie, 0))(draft)
    expect(draft.beneficiaries).toEqual([
      { roles: ['Director'], share_percentage: 9, info: {} },
      { share_percentage: '8' },
    ])
    expect(body.company_data.beneficiaries[0]).toHaveProperty('info.selfie')
  })

  test('changes a member wherever it occurs', () => {
    const draft = new Draft({ a: { email: 'x' }, b: { email: 'x' }, c: { email: 'x' } })
    draft.whole.set(/^email$/, 'y')
    expect(draft.body).toEqual({ a: { email: 'y' }, b: { email: 'y' }, c: { email: 'y' } })
  })

  test('knows the whole from its beneficiaries', () => {
    expect(new Draft(body).whole.has(names.selfie)).toBe(false)
    expect(new Draft(body).documents()).toEqual([{ type: 'A' }])
  })

  test('knows the documents of a nested company from those of a person beside it', () => {
    const documents = [{ type: 'A' }]
    const owner = { documents: [], company_data: { legal_name: 'x', documents } }
    const draft = new Draft({ company_data: { beneficiaries: [owner] } })
    expect(draft.documents(0)).toEqual(documents)
  })

  test('knows the category of an identity document from that of a file', () => {
    const draft = new Draft({ identity: { document: { category: 'A' } }, documents: [{ category: 'B' }] })
    draft.whole.set(names.documentType, 'C')
    expect(draft.body).toEqual({ identity: { document: { category: 'C' } }, documents: [{ category: 'B' }] })
  })

  test('lacks a group only without all documents of it', () => {
    const documents = ['RegistryExtract', 'ShareholderRegister', 'IncorporationCert'].map((type) => ({
      type,
    }))
    const draft = new Draft({ company_data: { documents, beneficiaries: [] } })
    lacking(['details'])(draft)
    expect(draft.documents()).toEqual([{ type: 'ShareholderRegister' }])
  })

  test('says what the document has no place for', () =>
    expect(() => new Draft(body).party(1).set(names.selfieAge, 'x')).toThrow(/no member for selfie age$/))
})

test('pictures are whole and differ', () => {
  const bytes = Buffer.from(image(1), 'base64')
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  expect(bytes.subarray(-8, -4).toString()).toBe('IEND')
  expect(image(1)).not.toBe(image(2))
})
