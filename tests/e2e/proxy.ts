import { forwardTo, type RawServer, startServer } from '../support/loopback.js'

/** Responses of a proxy of its own: none at all, a page, or a 404. */
type Own = 'hang' | 'html' | 'nothing' | undefined

/** A proxy before another origin, with responses of its own where requested. */
export const startProxy = (
  target: string,
  own: (path: string, method: string) => Own,
): Promise<RawServer> => {
  const forward = forwardTo(target)
  return startServer((request, response) => {
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
    forward(request, response)
  })
}
