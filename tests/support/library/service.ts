import type { IncomingMessage, RequestListener } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { startServer } from '../loopback.js'
import { libraryDocument, libraryVersions } from './document.js'

/** A fault of the library. */
export type LibraryFault =
  | 'fails on some'
  | 'body lacks its id'
  | 'undeclared status'
  | 'updates are lost'
  | 'echoes another version'
  | 'serves old bodies'
  | 'serves unknown versions'
  | 'serves what is no more'
  | 'fails at what is no more'
  | 'fails at unknown versions'
  | 'closes at unknown versions'
  | 'is busy at unknown versions'
  | 'stands behind a firewall'
  | 'fails at odd cards'
  | 'fails at undivided forms'

/** The required card, which is the credential of the library. */
export const card = 'library-card-5f1c09'

type Book = Readonly<Record<string, unknown>>

interface Answer {
  readonly status: number
  readonly value?: unknown
}

const refused = (status: number, message: string): Answer => ({ status, value: { message } })

const draftsOf = (version: string) => {
  const { components } = libraryDocument(version) as { components: { schemas: { Draft: object } } }
  return new Ajv2020({ strict: false }).compile(components.schemas.Draft)
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A library in two versions that requires a card, and keeps its state in memory. */
export class Library {
  readonly books = new Map<number, Book>()
  /** Methods and targets of the requests that came. */
  readonly requests: string[] = []
  /** Called with every request under an unknown version. */
  onUnknownVersion: () => void = () => undefined
  readonly #faults: ReadonlySet<LibraryFault>
  readonly #drafts = new Map(libraryVersions.map((version) => [version as string, draftsOf(version)]))
  #next = 1

  constructor(...faults: readonly LibraryFault[]) {
    this.#faults = new Set(faults)
  }

  /** Serves on a port of its own. */
  async listen(): Promise<{ readonly url: string; readonly close: () => void | Promise<void> }> {
    let close = (): void | Promise<void> => undefined
    const listener: RequestListener = (request, response) => {
      const isOdd = /\?.*[^\w=&]/.test(request.url ?? '')
      if (isOdd && this.#faults.has('stands behind a firewall'))
        return response.writeHead(403, { 'content-type': 'text/html' }).end('<p>Blocked.</p>')
      void this.#answer(request).then(({ status, value, version }) => {
        if (version !== undefined) response.setHeader('x-library-version', version)
        if (value === undefined) return response.writeHead(status).end()
        return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      })
    }
    const { url } = await startServer(listener, (end) => (close = end))
    return { url, close }
  }

  async #answer(request: IncomingMessage): Promise<Answer & { readonly version?: string }> {
    const text = await textOf(request)
    const url = new URL(request.url ?? '/', 'http://library')
    this.requests.push(`${request.method} ${request.url}`)
    const inPath = /^\/(\d{4}-\d\d-\d\d)(?=\/)/.exec(url.pathname)?.[1]
    const asked = request.headers['x-library-version'] ?? url.searchParams.get('version') ?? inPath
    const known = this.#faults.has('serves unknown versions') && !this.#drafts.has(String(asked))
    const version = asked === undefined || known ? libraryVersions[0] : String(asked)
    const validate = this.#drafts.get(version)
    if (!validate) return this.#unknownVersion(request)
    const echoed = this.#faults.has('echoes another version') ? libraryVersions[0] : version
    const given = String(request.headers['x-card'])
    if (this.#faults.has('fails at odd cards') && /[^ -~]/.test(given))
      return refused(500, 'Internal Server Error')
    const isUndivided = request.headers['content-type'] === 'multipart/form-data'
    if (this.#faults.has('fails at undivided forms') && isUndivided)
      return refused(500, 'Internal Server Error')
    if (given !== card) return { ...refused(401, 'no card'), version: echoed }
    const path = inPath === undefined ? url.pathname : url.pathname.slice(inPath.length + 1)
    const read = text === '' ? undefined : parsed(text)
    const draft = read !== undefined && validate(read) ? (read as Book) : undefined
    const route = { method: request.method ?? 'GET', path, query: url.searchParams, version }
    return { ...this.#route(route, draft), version: echoed }
  }

  #unknownVersion({ socket }: IncomingMessage): Answer {
    this.onUnknownVersion()
    if (this.#faults.has('closes at unknown versions')) socket.destroy()
    if (this.#faults.has('is busy at unknown versions')) return refused(503, 'busy')
    return this.#faults.has('fails at unknown versions')
      ? refused(500, 'broken')
      : refused(400, 'no such version')
  }

  #route(
    {
      method,
      path,
      query,
      version,
    }: { method: string; path: string; query: URLSearchParams; version: string },
    draft: Book | undefined,
  ): Answer {
    if (path === '/hours' && method === 'GET') {
      const isThere = version === libraryVersions[0] || this.#faults.has('serves what is no more')
      if (isThere) return { status: 200, value: 'from nine to five' }
      return refused(this.#faults.has('fails at what is no more') ? 500 : 404, 'no such path')
    }
    if (path === '/books') return this.#collection(method, query, draft, version)
    const id = /^\/books\/([1-9]\d{0,14})$/.exec(path)?.[1]
    return id === undefined ? refused(404, 'no such path') : this.#item(method, Number(id), draft, version)
  }

  #collection(method: string, query: URLSearchParams, draft: Book | undefined, version: string): Answer {
    if (method === 'GET') {
      const limits = query.getAll('limit')
      if (limits.length > 1 || limits.some((one) => !/^([1-9]\d?|100)$/.test(one)))
        return refused(400, 'limit')
      const shown = [...this.books.values()].slice(0, Number(limits[0] ?? 100))
      return { status: 200, value: shown.map((one) => this.#shown(one, version)) }
    }
    if (method !== 'POST') return refused(405, 'no such method')
    if (!draft) return refused(400, 'no such book')
    if (draft['genre'] === 'poem' && this.#faults.has('fails on some')) return refused(500, 'broken')
    const book = { ...draft, id: this.#next++ }
    this.books.set(book.id, book)
    return { status: this.#faults.has('undeclared status') ? 202 : 201, value: this.#shown(book, version) }
  }

  #item(method: string, id: number, draft: Book | undefined, version: string): Answer {
    const book = this.books.get(id)
    if (!['GET', 'PUT', 'DELETE'].includes(method)) return refused(405, 'no such method')
    if (method === 'PUT' && !draft) return refused(400, 'no such book')
    if (!book) return refused(404, 'no such book')
    if (method === 'DELETE') {
      this.books.delete(id)
      return { status: 204 }
    }
    if (method === 'PUT' && draft && !this.#faults.has('updates are lost'))
      this.books.set(id, { ...draft, id })
    const shown = this.#shown(method === 'PUT' ? { ...draft, id } : book, version)
    const { id: _id, ...rest } = shown
    return { status: 200, value: this.#faults.has('body lacks its id') && method === 'GET' ? rest : shown }
  }

  #shown(book: Book, version: string): Book {
    const isSecond = version === libraryVersions[1] && !this.#faults.has('serves old bodies')
    const { pages, ...first } = book
    const writer = isSecond ? { name: 'Anon' } : 'Anon'
    return isSecond && pages !== undefined ? { ...first, pages, writer } : { ...first, writer }
  }
}
