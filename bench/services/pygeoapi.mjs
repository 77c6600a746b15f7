// pygeoapi: OGC API Features and Records, with a writable collection. Python (Flask), TinyDB, OpenAPI 3.0.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { pip, served } from './service.mjs'

const text = (value) => ({ en: value })
const settings = (state, port) => ({
  server: {
    bind: { host: '127.0.0.1', port },
    url: `http://127.0.0.1:${port}`,
    mimetype: 'application/json; charset=UTF-8',
    encoding: 'utf-8',
    languages: ['en-US'],
    limits: { default_items: 10, max_items: 50 },
    map: { url: 'http://127.0.0.1/{z}/{x}/{y}.png', attribution: 'none' },
  },
  logging: { level: 'ERROR' },
  metadata: {
    identification: {
      title: text('bench'),
      description: text('bench'),
      keywords: { en: ['bench'] },
      keywords_type: 'theme',
      terms_of_service: 'none',
      url: 'http://127.0.0.1',
    },
    license: { name: 'none', url: 'http://127.0.0.1' },
    provider: { name: 'bench', url: 'http://127.0.0.1' },
    contact: { name: 'bench' },
  },
  resources: {
    places: {
      type: 'collection',
      title: text('places'),
      description: text('places'),
      keywords: { en: ['places'] },
      links: [],
      extents: {
        spatial: { bbox: [-180, -90, 180, 90], crs: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84' },
      },
      providers: [
        {
          type: 'record',
          name: 'TinyDBCatalogue',
          data: join(state, 'places.json'),
          editable: true,
          id_field: 'externalId',
          time_field: 'recordCreated',
          title_field: 'title',
        },
      ],
    },
    hello: { type: 'process', processor: { name: 'HelloWorld' } },
  },
})

const place = (id) => ({
  id,
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [id, id] },
  properties: { externalId: `${id}`, title: `place ${id}`, recordCreated: '2026-01-01', type: 'dataset' },
})

export default {
  port: 7113,
  ready: '/',
  install: (folder) => pip(folder, ['pygeoapi', 'gunicorn']),
  start: ({ folder, state, port }) => {
    const env = { PYGEOAPI_CONFIG: join(state, 'settings.yml'), PYGEOAPI_OPENAPI: join(state, 'openapi.yml') }
    writeFileSync(env.PYGEOAPI_CONFIG, JSON.stringify(settings(state, port)))
    const records = Object.fromEntries([1, 2, 3].map((id) => [id, place(id)]))
    writeFileSync(join(state, 'places.json'), JSON.stringify({ _default: records }))
    const command = join(folder, 'venv/bin/pygeoapi')
    const args = ['openapi', 'generate', env.PYGEOAPI_CONFIG, '--output-file', env.PYGEOAPI_OPENAPI]
    execFileSync(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] })
    return {
      command: join(folder, 'venv/bin/gunicorn'),
      args: ['--bind', `127.0.0.1:${port}`, 'pygeoapi.flask_app:APP'],
      env,
    }
  },
  document: served('/openapi?f=json'),
}
