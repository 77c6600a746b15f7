import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { templateNames } from '../../generator/render/templates.js'
import { repository } from './support/generated.js'

const textOf = (path: string): string => readFileSync(join(repository, path), 'utf8')
const page = textOf('docs/templates.md')

it.each(templateNames)('%s asks for nothing that the page does not name', (name) => {
  const text = textOf(`templates/${name}.hbs`)
  // What a template hands to a piece of its own is no value that it is given.
  const handed = new Set(Array.from(text.matchAll(/ (\w+)=/g), ([, value]) => value))
  const asked = [
    ...text.matchAll(
      /\{\{(?:#(?:each|if|unless) |else (?:if|unless) )?(?:this\.|\.\.\/)?(\w+)(?:\.\[\d\])?\}\}/g,
    ),
  ]
  const names = asked.map(([, value = '']) => value).filter((value) => !['else', 'this'].includes(value))
  const section = page.split('\n## ').find((text) => text.split('\n')[0]?.includes(`\`${name}\``)) ?? ''
  const given = new Set([...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, value]) => value))
  expect(names.filter((value) => !given.has(value) && !handed.has(value))).toEqual([])
})
