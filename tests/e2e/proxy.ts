import { request as send } from 'node:http'
import { type RawServer, startServer } from '../support/loopback.js'

/** Responses of a proxy of its own: none at all, a page, or a 404. */
type Own = 'hang' | 'html' | 'nothing' | undefined

/** Stands before another origin, and responds itself where it is asked to. */
export const startProxy = (target: string, own: (path: string, method: string) => Own): Promise<RawServer> =>
  startServer((request, response) => {
    const { method = 'GET', url: path = '/' } = request
    const wanted = own(path, method)
    if (wanted === 'hang') return
    if (wanted === 'html') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Hello</title>')
      return
    }
    if (wanted === 'nothing') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('no such place')
      return
    }
    const { hostname, port, host } = new URL(target)
    const headers = { ...request.headers, host }
    const onward = send({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
