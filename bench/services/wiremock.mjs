// WireMock: stubs and recorded requests of a mock server. Java (Jetty), in memory, OpenAPI 3.0.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { run } from './service.mjs'

const version = '3.9.1'
const jarIn = (folder) => join(folder, `wiremock-standalone-${version}.jar`)

export default {
  port: 7131,
  ready: '/__admin/mappings',
  install: (folder) =>
    run(
      'mvn',
      [
        '-q',
        'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy',
        `-Dartifact=org.wiremock:wiremock-standalone:${version}`,
        `-DoutputDirectory=${folder}`,
      ],
      { cwd: folder },
    ),
  start: ({ folder, port }) => ({
    command: 'java',
    args: [
      '-XX:TieredStopAtLevel=1',
      '-Xmx400m',
      '-jar',
      jarIn(folder),
      '--port',
      `${port}`,
      '--bind-address',
      '127.0.0.1',
    ],
  }),
  document: ({ folder }) =>
    execFileSync('unzip', ['-p', jarIn(folder), 'swagger/wiremock-admin-api.json'], { maxBuffer: 2 ** 24 }),
}
