// Nessie: a catalogue with branches, tags and commits. Java (Quarkus), in memory, OpenAPI 3.1.
import { join } from 'node:path'

import { run, served } from './service.mjs'

const artifact = 'org.projectnessie.nessie:nessie-quarkus:0.99.0:jar:runner'

export default {
  port: 7108,
  basePath: '/api',
  ready: '/api/v2/config',
  documentKind: 'yaml',
  install: (folder) =>
    run(
      'mvn',
      [
        '-q',
        'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy',
        `-Dartifact=${artifact}`,
        `-DoutputDirectory=${folder}`,
      ],
      { cwd: folder },
    ),
  start: ({ folder, port }) => ({
    // It is compiled for Java 21 or later.
    command: process.env['JAVA'] ?? 'java',
    args: [
      '-Xmx512m',
      '-XX:TieredStopAtLevel=1',
      `-Dquarkus.http.port=${port}`,
      '-Dquarkus.http.host=127.0.0.1',
      '-Dquarkus.management.enabled=false',
      '-Dquarkus.otel.sdk.disabled=true',
      '-Dnessie.version.store.type=IN_MEMORY',
      '-jar',
      join(folder, 'nessie-quarkus-0.99.0-runner.jar'),
    ],
  }),
  document: served('/nessie-openapi/openapi.yaml'),
}
