import { parentPort } from 'node:worker_threads'
import { declarationsBy } from './declarations.js'
import type { Answer, Question } from './library.js'

const printDocument = ({ number, document, options, names }: Question): Answer => {
  try {
    return { number, declarations: declarationsBy(document, options, names) }
  } catch (cause) {
    return { number, failure: cause instanceof Error ? cause.message : String(cause) }
  }
}

parentPort?.on('message', (question: Question) => parentPort?.postMessage(printDocument(question)))
