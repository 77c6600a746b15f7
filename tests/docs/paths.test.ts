import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/imports.js'

const folders = new Set(
  readdirSync(root, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : [])),
)

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')

/** Paths below a folder at the top that a page names, without patterns. */
const pathsIn = (page: string): string[] => {
  const named = [...textOf(page).matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path = '']) => path)
  return [...new Set(named)].filter((path) => folders.has(path.slice(0, path.indexOf('/'))))
}

const decisions = readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`)

test('files that pages name by their paths are there', () => {
  const pages = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/reference/sandbox.md', 'docs/sandbox.md']
  const all = [...pages, ...decisions].flatMap((page) => pathsIn(page).map((path) => ({ page, path })))
  expect(all.length).toBeGreaterThan(100)
  expect(all.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
})

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => existsSync(join(root, file)))

const isOfFolder = (file: string): boolean => /^(?!docs|fixtures).*\/README\.md$/.test(file)

/** Whether a README names a module of its folder, or one that can be reached from there. */
const hasModule = (page: string, name: string): boolean => {
  const folder = dirname(page)
  const starts = [folder, dirname(folder), '.']
  return (
    starts.some((from) => existsSync(join(root, from, name))) ||
    files.some((file) => file.startsWith(`${folder}/`) && file.endsWith(`/${name}`))
  )
}

test('modules that the README of a folder names are there', () => {
  const all = files.filter(isOfFolder).flatMap((page) => {
    const named = textOf(page).matchAll(/`([\w./-]+\.(?:ts|mjs))`/g)
    return [...named].map(([, name = '']) => ({ page, name }))
  })
  expect(all.length).toBeGreaterThan(100)
  expect(all.filter(({ page, name }) => !hasModule(page, name))).toEqual([])
})
