import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/imports.js'

const folders = new Set(
  readdirSync(root, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : [])),
)

/** Paths below a folder at the top that a page names, without those that stand for several. */
const pathsIn = (page: string): string[] => {
  const text = readFileSync(join(root, page), 'utf8')
  const named = [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path = '']) => path)
  return [...new Set(named)].filter((path) => folders.has(path.slice(0, path.indexOf('/'))))
}

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/reference/sandbox.md', 'docs/sandbox.md'])(
  'what %s names is there',
  (page) => {
    const paths = pathsIn(page)
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  },
)
