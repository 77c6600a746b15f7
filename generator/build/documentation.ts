import { isObject } from '../load/pointer.js'
import type { LoadedDocument, OperationDocumentation, RawObject } from '../model/document.js'
import type { OperationPlace } from './operations.js'
import { locate } from './resolve.js'

const textOf = (node: RawObject | undefined, key: string): string => {
  const value = node?.[key]
  return typeof value === 'string' ? value : ''
}

const parametersOf = (document: LoadedDocument, path: readonly string[]): [string, string][] => {
  const list = locate(document, path)?.node['parameters']
  return (Array.isArray(list) ? list : []).flatMap((_, index): [string, string][] => {
    const node = locate(document, [...path, 'parameters', String(index)])?.node
    const description = textOf(node, 'description')
    return description === '' ? [] : [[`${textOf(node, 'in')}:${textOf(node, 'name')}`, description]]
  })
}

/** What a document says in words of an operation. */
export function documentationOf(
  document: LoadedDocument,
  section: 'paths' | 'webhooks',
  { path, method }: OperationPlace,
): OperationDocumentation {
  const item = locate(document, [section, path])?.path ?? []
  const here = [...item, method]
  const node = locate(document, here)?.node
  const description = textOf(node, 'description')
  const body = textOf(locate(document, [...here, 'requestBody'])?.node, 'description')
  const docs = node?.['externalDocs']
  const link = textOf(isObject(docs) ? docs : undefined, 'url')
  return {
    ...(description !== '' && { description }),
    ...(link !== '' && { link }),
    ...(body !== '' && { body }),
    parameters: new Map([...parametersOf(document, item), ...parametersOf(document, here)]),
  }
}
