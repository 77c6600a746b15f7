import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { templateNames } from '../../generator/render/templates.js'
import { templatePage } from '../../scripts/templates/page.js'
import { repository } from './support/generated.js'

const textOf = (path: string): string => readFileSync(join(repository, path), 'utf8')
const page = textOf('docs/templates.md')

it('the page about templates says what they are given', () => {
  const printed = templatePage(textOf('generator/render/template-model.ts'))
  expect(page, 'docs/templates.md is stale: run node dist/scripts/template-page.js').toBe(printed)
})

it.each(templateNames)('%s asks for nothing that the page does not name', (name) => {
  const asked = [
    ...textOf(`templates/${name}.hbs`).matchAll(
      /\{\{(?:#(?:each|if|unless) |else (?:if|unless) )?(?:this\.|\.\.\/)?(\w+)(?:\.\[\d\])?\}\}/g,
    ),
  ]
  const names = asked.map(([, value = '']) => value).filter((value) => !['else', 'this'].includes(value))
  const section = page.split('\n## ').find((text) => text.split('\n')[0]?.includes(`\`${name}\``)) ?? ''
  const given = new Set([
    ...Array.from(section.matchAll(/^\| `(\w+)` \|/gm), ([, value]) => value),
    // By the template, to a partial of its own.
    ...Array.from(textOf(`templates/${name}.hbs`).matchAll(/ (\w+)=/g), ([, value]) => value),
  ])
  expect(names.filter((value) => !given.has(value))).toEqual([])
})
