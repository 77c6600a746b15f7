import { judged, ofDocuments, open, scenario, section } from './statement.js'

const versions = 'service'

/** Endpoints: the documents of the service. */
export const specDocumentSections = [
  section(
    'Endpoints, specification documents',
    'The service describes itself by one OpenAPI document for each version, on the host of the API but without its prefix.',
    {
      'spec-documents/versions-list': scenario(
        'The version list is complete',
        'GET /spec/versions lists the supported versions.',
        { versions },
      ),
      'spec-documents/default': scenario(
        'The version list names the default',
        'GET /spec/versions names the default version, 2025-03-13.',
        { versions },
      ),
      'spec-documents/locations': scenario(
        'The version list says where each document is',
        'GET /spec/versions gives the location of the document of each version.',
        { versions },
      ),
      'spec-documents/each-listed': ofDocuments(
        'Every listed version has a document',
        'For every version of GET /spec/versions an OpenAPI document is served.',
        { versions },
      ),
      'spec-documents/dated': scenario(
        'Each version has its document',
        'GET /spec/<date> returns the OpenAPI document of that version.',
      ),
      'spec-documents/unlisted': open(
        'A date without a document',
        'What GET /spec/<date> answers for a date that is not supported.',
        'not shown in the specification',
      ),
      'spec-documents/latest': scenario(
        'The undated document is the latest',
        'GET /spec returns the latest version with its full surface.',
        { versions },
      ),
      'unsupported-method': judged(
        'The document shows the full surface: a method that a path does not have there is not served.',
        ['methods/undeclared'],
      ),
      key: judged('No key is needed.', ['spec-documents/no-key']),
    },
  ),
] as const
