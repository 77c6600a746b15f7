import { isObject, locate } from '../../document/index.js'
import type { LoadedDocument, OperationDocumentation, RawObject } from '../model/document.js'
import type { NamedOperation } from './operations.js'

const textOf = (node: RawObject | undefined, key: string): string => {
  const value = node?.[key]
  return typeof value === 'string' ? value : ''
}

/** The prose of an operation. */
export function documentationOf(
  document: LoadedDocument,
  section: 'paths' | 'webhooks',
  { path, method }: NamedOperation,
): OperationDocumentation {
  const item = locate(document.root, [section, path])?.path ?? []
  const here = [...item, method]
  const node = locate(document.root, here)?.node
  const [summary, description] = [textOf(node, 'summary'), textOf(node, 'description')]
  const body = textOf(locate(document.root, [...here, 'requestBody'])?.node, 'description')
  const docs = node?.['externalDocs']
  const link = textOf(isObject(docs) ? docs : undefined, 'url')
  return {
    ...(summary !== '' && { summary }),
    ...(description !== '' && { description }),
    ...(link !== '' && { link }),
    ...(body !== '' && { body }),
  }
}
