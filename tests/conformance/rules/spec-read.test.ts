import { expect, test } from 'vitest'
import { readSpec } from '../../../conformance/rules/context.js'
import { Session } from '../../../conformance/session/session.js'
import { registry } from '../../../payment/pack/pack.js'
import { RequestCounter } from '../../../conformance/model/report.js'
import { startService } from '../../payment/services/service.js'
import { planFor } from '../support/examine.js'
import { startServer } from '../../support/loopback.js'

const read = async (specUrl: string): Promise<{ status: number; asked: number }> => {
  const service = await startService()
  const plan = await planFor(service)
  await service.close()
  const session = await Session.open(registry, { ...plan, specUrl }, { apiKey: 'secret' })
  const counter = new RequestCounter()
  const { response } = await readSpec(session, '/spec', counter)
  await session.close()
  return { status: response.status, asked: counter.sent }
}

test.each([
  ['a redirect on the origin is followed', '/spec/2026-08-01', 200, 2],
  ['one to elsewhere is the answer', 'http://127.0.0.1:1/spec', 302, 1],
  ['one without a place is the answer', undefined, 302, 1],
  ['one to nowhere is the answer', 'http://[', 302, 1],
  ['a circle ends', '/spec', 302, 4],
])('a document is read without the key %s', async (_case, location, status, asked) => {
  const { url, requests } = await startServer((request, response) => {
    if (request.url !== '/spec') response.end('{}')
    else response.writeHead(302, location === undefined ? {} : { location }).end()
  })
  expect(await read(url)).toEqual({ status, asked })
  expect(requests.filter(({ headers }) => 'x-api-key' in headers)).toEqual([])
})
