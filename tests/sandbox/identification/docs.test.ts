import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

import * as missing from '../../../sandbox/identification/rules/missing.js'
import * as unacceptable from '../../../sandbox/identification/rules/unacceptable.js'
import { identificationError } from '../../../sandbox/identification/submission/errors.js'
import { groups } from '../../../sandbox/identification/rules/companies.js'
import { mostBytes } from '../../../sandbox/identification/rules/fields.js'
import { loadReferenceService } from '../../../sandbox/index.js'
import { list, look } from '../support/look.js'
import { NEW } from '../support/sandbox.js'

const read = async (name: string): Promise<string> =>
  readFile(new URL(`../../../docs/reference/${name}`, import.meta.url), 'utf8')

const { mostBeneficiaries, mostDocuments, withoutSubdivisions } = missing

const page = await read('sandbox.md')
const { surfaces } = await loadReferenceService()
const codes = list(look(surfaces.get(NEW)?.schemas['IdentificationErrorCode'], 'enum'))
const [, below = ''] = page.split('\n### Identifications\n')
const [section = ''] = below.split('\n### ')

/** The texts in code style in the row of a table that begins with this cell. */
const valuesIn = (cell: string): readonly string[] => {
  const row = section.split('\n').find((line) => line.startsWith(`| ${cell} |`)) ?? ''
  return [...row.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value)
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

test.each([
  ['outsourcing_agreement_not_signed', [missing.unsignedAgreementEmail]],
  ['uk_customers_not_enabled', [missing.ukNotEnabledEmail]],
  ['duplicate_upload_blocked', [unacceptable.duplicateFile, base64(unacceptable.duplicateFile)]],
  ['provider_rejected_document', [unacceptable.rejectedFile, base64(unacceptable.rejectedFile)]],
  ['reuse_rejected', [...unacceptable.rejectedTokens.keys()]],
  ['prohibited_industry', [...missing.prohibitedIndustries]],
  ['ubo_country_prohibited', [...unacceptable.prohibitedCountries]],
  ['foundation_intended_use_not_supported', [...missing.foundationPurposes]],
])('the page lists every value that stands for %s', (code, values) => expect(valuesIn(code)).toEqual(values))

test.each(groups)('the page lists the document types of the group $name', ({ name, types }) =>
  expect(valuesIn(name)).toEqual(types),
)

test('the page lists the countries in which nobody is asked for a state', () => {
  const [, list = '', cities = ''] = /for the country: ([A-Z ]+); and (MC and SG)/.exec(section) ?? []
  expect(new Set([...list.split(' '), ...cities.split(' and ')])).toEqual(withoutSubdivisions)
})

test('the page states the limits', () =>
  expect(section).toContain(
    `${mostBytes / 1024 / 1024} MiB per file, ${mostDocuments} documents per Person or company, ` +
      `${mostBeneficiaries} beneficiaries per company`,
  ))

test('every code has its heading where docs_url leads', async () => {
  const { pathname, hash } = new URL(identificationError('tin_required', '').docs_url)
  const headings = [...(await read(`${pathname.slice(1)}.md`)).matchAll(/^## (.+)$/gm)].map(
    ([, name]) => name,
  )
  expect(headings).toEqual(codes)
  expect(hash).toBe('#tin_required')
})
