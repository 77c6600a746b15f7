import { readFileSync } from 'node:fs'

const read = (name: string): string => readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8')

/** The files that the pages load, by the last part of its path, with its type. */
export const assets: Readonly<Record<string, string>> = {
  'style.css': 'text/css; charset=utf-8',
  'script.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
}

/** The text of a file of the console's own, read once. */
export const assetText = ((): ((name: string) => string) => {
  const known = new Map<string, string>()
  return (name) => {
    const text = known.get(name) ?? read(name)
    known.set(name, text)
    return text
  }
})()
