import { createServer, type RequestListener, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Serves on a free loopback port until the test ends; resolves to the origin. */
export async function serve(listener: RequestListener, options: ServerOptions = {}): Promise<string> {
  const server = createServer(options, listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An origin on which nothing listens. */
export async function deadOrigin(): Promise<string> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise<void>((done) => server.close(() => done()))
  return `http://127.0.0.1:${port}`
}

/** Forwards to another origin, with a chance to change the answer or to answer itself. */
export function proxy(
  target: string,
  change: (path: string, method: string) => 'hang' | 'html' | 'nothing' | undefined,
): RequestListener {
  return (request, response) => {
    const path = request.url ?? '/'
    const wanted = change(path, request.method ?? 'GET')
    if (wanted === 'hang') return
    if (wanted === 'html') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Hello</title>')
      return
    }
    if (wanted === 'nothing') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('no such place')
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = Object.entries(request.headers).filter(
        ([name]) => !['host', 'connection', 'content-length'].includes(name),
      )
      const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined
      fetch(new URL(path, target), {
        method: request.method ?? 'GET',
        headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
        ...(body && { body }),
      })
        .then(async (answer) => {
          const bytes = Buffer.from(await answer.arrayBuffer())
          const kept = [...answer.headers].filter(
            ([name]) => !/^(content-length|transfer-encoding|connection)$/.test(name),
          )
          response.writeHead(answer.status, Object.fromEntries(kept)).end(bytes)
        })
        .catch(() => response.destroy())
    })
  }
}
