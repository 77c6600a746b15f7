import type { Rule } from './rule.js'

export const documentsRules: readonly Rule[] = [
  {
    id: 'documents/status',
    kind: 'observer',
    title: 'Statuses are documented',
    section: 'Endpoints',
    statement:
      'Each answer has a status that the document of its version declares for the operation, or one of the general errors.',
    versions: 'all',
    severity: 'error',
    needs: [],
    tags: ['status_code_conformance'],
  },
  {
    id: 'documents/media-type',
    kind: 'observer',
    title: 'Media types are documented',
    section: 'Endpoints',
    statement: 'Each answer has a media type that the document of its version declares for its status.',
    versions: 'all',
    severity: 'error',
    needs: [],
    tags: ['content_type_conformance'],
  },
  {
    id: 'documents/body',
    kind: 'observer',
    title: 'Bodies match the document',
    section: 'Endpoints',
    statement: 'Each body is valid under the schema of the document of its version.',
    versions: 'all',
    severity: 'error',
    needs: [],
    tags: ['response_schema_conformance'],
  },
  {
    id: 'documents/headers',
    kind: 'observer',
    title: 'Headers match the document',
    section: 'Endpoints',
    statement:
      'Each answer carries the headers that the document declares as required, and declared headers are valid.',
    versions: 'all',
    severity: 'error',
    needs: [],
    tags: ['response_headers_conformance'],
  },
  {
    id: 'documents/statements',
    kind: 'scenario',
    title: 'Documents agree with what is said of fields by name',
    section: 'Endpoints',
    statement:
      'What a document shows of headers, errors, terms, required signings, abilities, autoramps, submissions, deliveries and messages agrees with what the specification says of them by name.',
    versions: 'all',
    severity: 'error',
    needs: [],
  },
  {
    id: 'documents/shown',
    kind: 'scenario',
    title: 'Documents show what is said of fields by name',
    section: 'Endpoints',
    statement:
      'The document shows what the specification names: headers of requests, the key, answers and their fields, values of enumerations, submissions, and messages.',
    versions: 'all',
    severity: 'warning',
    needs: [],
  },
  {
    id: 'documents/optional-key',
    kind: 'open',
    title: 'Documents that require a key',
    section: 'Endpoints, idempotency',
    statement: 'Whether documents require IDEMPOTENCY-KEY, which a POST may carry.',
    versions: 'all',
    severity: 'error',
    needs: [],
    reason:
      'public documents require what a caller may leave out; what a POST without the key gets is judged',
  },
]
