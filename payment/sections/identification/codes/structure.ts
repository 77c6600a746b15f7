import { recipes } from '../submission/facts.js'
import type { CodeRule } from '../attempt/verdict.js'
import { directing, ownership, owner } from './ownership.js'

const { business, usBusiness, sole, usSole, nested } = recipes

const everyone = [business, usBusiness, sole, usSole, nested]

/** The code about who owns and directs a company. */
export const structureCode: CodeRule = {
  code: 'structure_invalid',
  innocent: everyone,
  cases: [
    {
      name: 'a company without a Director',
      recipe: business,
      due: ['structure_invalid'],
      edit: (draft) => void draft.roles(0, owner),
    },
    {
      name: 'a company whose only Director belongs to a nested company',
      recipe: nested,
      due: ['structure_invalid'],
      edit: (draft) => {
        draft.roles(0, owner)
        const [below] = draft.below(1)
        if (typeof below === 'object' && below !== null) Reflect.set(below, 'roles', [...directing])
      },
    },
    {
      name: 'a company in which nobody owns 10%',
      recipe: business,
      due: ['structure_invalid'],
      edit: ownership(directing, 9, ['Shareholder'], 9),
    },
    {
      name: 'a company in which the largest owner has 9.99%',
      recipe: business,
      due: ['structure_invalid'],
      edit: ownership(directing, 9.99, ['Shareholder'], 5),
    },
    {
      name: 'a US company in which nobody owns 10%',
      recipe: usBusiness,
      due: ['structure_invalid'],
      edit: ownership(directing, 9, directing, 9),
    },
    {
      name: 'a company in which a Representative alone owns 25%',
      recipe: business,
      due: ['structure_invalid'],
      edit: ownership(directing, 5, ['Representative'], 60),
    },
    {
      name: 'owners of 60% and 60%',
      recipe: business,
      due: ['structure_invalid'],
      edit: ownership(directing, 60, [owner], 60),
    },
    {
      name: 'owners of 60% and 41%',
      recipe: business,
      due: ['structure_invalid'],
      edit: ownership(directing, 60, [owner], 41),
    },
    {
      name: 'a sole proprietorship with two beneficiaries',
      recipe: sole,
      due: ['structure_invalid'],
      edit: (draft) => {
        draft.beneficiaries.push(structuredClone(draft.beneficiaries[0]))
        draft
          .roles(1, 'Representative')
          .party(1)
          .without(/^share_percentage$/)
      },
    },
    {
      name: 'a sole proprietorship of which 50% is owned',
      recipe: sole,
      due: ['structure_invalid'],
      edit: (draft) => void draft.share(0, 50),
    },
    {
      name: 'a sole proprietorship of which 99% is owned',
      recipe: sole,
      due: ['structure_invalid'],
      edit: (draft) => void draft.share(0, 99),
    },
    {
      name: 'a US sole proprietorship of which 50% is owned',
      recipe: usSole,
      due: ['structure_invalid'],
      edit: (draft) => void draft.share(0, 50),
    },
    { name: 'an owner of exactly 25%', recipe: business, edit: ownership(directing, 25, ['Director'], 5) },
    {
      name: 'an owner of exactly 10% where nobody has 25%',
      recipe: business,
      edit: ownership(directing, 10, ['Director'], 5),
    },
    { name: 'owners of exactly 100%', recipe: business, edit: ownership(directing, 60, [owner], 40) },
    {
      name: 'an owner of 95% beside a Director with 8%',
      recipe: business,
      edit: ownership([owner], 95, ['Director'], 8),
    },
    {
      name: 'an owner of 60% beside a Representative with 60%',
      recipe: business,
      edit: ownership(directing, 60, ['Representative'], 60),
    },
    { name: 'a sole proprietorship without a Director', recipe: sole },
  ],
}
