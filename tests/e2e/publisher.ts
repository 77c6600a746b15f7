import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './cli.js'
import { startServer } from '../support/loopback.js'

/** A document that a test may change. */
interface EditableDocument {
  paths: Record<string, unknown>
  info: { version: string; description?: string }
  components: { schemas: Record<string, EditableSchema> }
}

/** A schema of one. */
interface EditableSchema {
  properties: Record<string, unknown>
  required: string[]
  enum: string[]
}

/** A service that publishes documents and does nothing else. */
interface Publisher {
  readonly origin: string
  /** Texts by version: what stands here is served. */
  readonly texts: Map<string, string>
  /** Changes what is served for a version. */
  readonly edit: (version: string, change: (document: EditableDocument) => void) => void
  /** Serves a version that was not there, made from another. */
  readonly add: (version: string, from: string, change: (document: EditableDocument) => void) => void
}

const dates = ['2025-03-13', '2026-07-01', '2026-08-01']

/** Publishes the reference documents, which the test may change, until the test ends. */
export async function startPublisher(): Promise<Publisher> {
  const texts = new Map<string, string>()
  for (const date of dates)
    texts.set(date, await readFile(join(root, 'dist', 'specs', `${date}.json`), 'utf8'))
  const { url: origin } = await startServer((request, response) => {
    const version = (request.url ?? '').replace('/spec/', '')
    const list = {
      default: dates[0],
      versions: [...texts.keys()].map((one) => ({ version: one, url: `/spec/${one}` })),
    }
    const text = version === 'versions' ? JSON.stringify(list) : texts.get(version)
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(text)
  })
  const changed = (from: string, change: (document: EditableDocument) => void): string => {
    const document = JSON.parse(texts.get(from) ?? '{}') as EditableDocument
    change(document)
    return JSON.stringify(document, null, 2)
  }
  return {
    origin,
    texts,
    edit: (version, change) => void texts.set(version, changed(version, change)),
    add: (version, from, change) =>
      void texts.set(
        version,
        changed(from, (document) => {
          document.info.version = version
          change(document)
        }),
      ),
  }
}
