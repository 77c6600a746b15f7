import { judged, notPromised, ofDocuments, scenario, section } from './statement.js'

/** Endpoints: all operations, as the documents have them. */
export const endpointSections = [
  section(
    'Endpoints',
    'The documents of the service describe its operations. The specification describes some of them, in the sections that follow; of the others it says nothing but that they keep to their documents. A request carries X-API-Key unless stated, and may carry X-API-Version.',
    {
      'spec-documents/named-operations': ofDocuments(
        'Documents hold the operations the specification names',
        'The operations that the specification describes stand in each document.',
      ),
      'documents/statements': ofDocuments(
        'Documents agree with what is said of fields by name',
        'What a document shows of headers, errors, terms, required signings, abilities, autoramps, submissions, deliveries and messages agrees with what the specification says of them by name.',
      ),
      'documents/shown': ofDocuments(
        'Documents show what is said of fields by name',
        'The document shows what the specification names: headers of requests, the key, answers and their fields, values of enumerations, submissions, and messages.',
        { severity: 'warning' },
      ),
      statuses: judged(
        'Each answer has a status that the document of its version declares for the operation, or one of the general errors; a document that shows no refusals of an operation leaves them open.',
        ['answers/status', 'answers/undeclared-refusal'],
      ),
      'media-types': judged(
        'Each answer has a media type that the document of its version declares for its status.',
        ['answers/media-type'],
      ),
      bodies: judged('Each body is valid under the schema of the document of its version.', [
        'answers/body',
        'answers/format',
      ]),
      headers: judged(
        'Each answer carries the headers that the document declares as required, and declared headers are valid.',
        ['answers/headers'],
      ),
      'negative-data': judged(
        'A request that its document forbids is not served: without a required parameter or header, with one of another type, outside its enumeration, pattern or limits, or with a body of another type.',
        ['requests/invalid-refused', 'requests/lenient'],
      ),
      'positive-data': judged(
        'What the document allows is not refused: a default says what its absence says, and a limit is where the document sets it.',
        ['requests/valid-accepted'],
      ),
      'own-methods': judged('A documented method is taken.', ['answers/undeclared-refusal']),
      'available-after-creation': judged(
        'Where the document has an operation that reads a thing, it finds what has just been created.',
        ['state/readable', 'state/listed'],
      ),
      'read-back': judged('What was changed reads back, and reading changes nothing.', [
        'state/updated',
        'state/safe-methods',
      ]),
      pages: judged('Pages and filters of lists show what they say.', ['state/paging', 'state/filters']),
      'use-after-delete': judged('What was deleted is not read again as if nothing had happened.', [
        'state/gone',
      ]),
      links: judged(
        'A link of the document names an operation that exists, and what an answer links to is found.',
        ['state/links'],
      ),
      'version-header': judged('Any request may carry X-API-Version.', [
        'documents/shown',
        'documents/statements',
      ]),
      'key-header': judged('Requests need X-API-Key unless stated.', [
        'authentication/key-required',
        'authentication/scheme',
      ]),
      'other-groups': notPromised('Operations of other groups.', 'not shown in the specification'),
    },
  ),
] as const

const control = (name: string, statement: string) =>
  scenario(`${name} is what its control made of it`, statement, { versions: 'service', needs: ['writes'] })

/** Endpoints: the controls of the sandbox. */
export const sandboxSections = [
  section(
    'Endpoints, sandbox simulation',
    'Operations below `/sandbox` simulate what happens by itself in production. They exist in the sandbox alone.',
    {
      'operations/sandbox-autoramp': control(
        'An autoramp',
        'The control of autoramps sets each status that the document lists for it.',
      ),
      'operations/sandbox-bank-account': control(
        'A bank account',
        'The control of bank accounts sets each status that the document lists.',
      ),
      'operations/sandbox-identification': control(
        'An identification',
        'The control of identifications approves one when it is told to, and declines it otherwise.',
      ),
      'operations/sandbox-transaction': control(
        'A transaction',
        'A simulated transaction is of the autoramp given and of its customer, and gets the state that it is set to.',
      ),
      shapes: notPromised('Paths below `/sandbox` and their shapes.', 'not shown in the specification'),
    },
  ),
] as const
