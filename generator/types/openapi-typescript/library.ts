import { Worker } from 'node:worker_threads'
import { RampartError } from '../../../diagnostics/index.js'
import type { LoadedDocument } from '../../model/document.js'
import { localNames } from '../declarations/local-names.js'
import type { SchemaNames, TypeDeclarations, TypeOptions, TypesPrinter } from '../declarations/model.js'
import type { Answer, Question } from './messages.js'

/** How the thread of the library is run. */
export interface LibraryOptions {
  /** File of the compiled thread, where it does not stand beside this module. */
  readonly worker?: URL | string
  /** Ends what is being printed. */
  readonly signal?: AbortSignal
}

interface Waiting {
  readonly resolve: (declarations: TypeDeclarations) => void
  readonly reject: (reason: unknown) => void
  readonly file: string
}

const unprintable = (file: string, message: string): RampartError =>
  new RampartError('TYPES_UNPRINTABLE', {
    message: `openapi-typescript could not print the types of ${file}: ${message}`,
    where: { file },
  })

/** Threads that are done, by their file: a process that generates again, as in watching, need not start one again. */
const idle = new Map<string, Worker>()

const events = ['message', 'error', 'exit'] as const

const start = (file: URL | string): Worker => {
  const key = String(file)
  const kept = idle.get(key)
  idle.delete(key)
  // Most of what the library makes lives shortly, and of a large document there is much of it.
  const resourceLimits = { maxYoungGenerationSizeMb: 64 }
  const worker = kept ?? new Worker(file, { stdout: true, stderr: true, resourceLimits })
  for (const event of events) worker.removeAllListeners(event)
  worker.unref()
  return worker
}

const keep = (file: URL | string, worker: Worker): void => {
  const key = String(file)
  for (const event of events) worker.removeAllListeners(event)
  const forget = (): void => {
    if (idle.get(key) === worker) idle.delete(key)
  }
  worker.on('error', forget).on('exit', forget)
  void idle.get(key)?.terminate()
  idle.set(key, worker)
}

/**
 * openapi-typescript in a thread of its own. To load the compiler that it needs takes longer than to print most
 * documents, so the thread is started before there is a document; it keeps no process alive that waits for nothing.
 */
export class Library implements TypesPrinter {
  readonly name = 'openapi-typescript'
  readonly #file: URL | string
  readonly #worker: Worker
  readonly #signal: AbortSignal | undefined
  readonly #waiting = new Map<number, Waiting>()
  #failure: Error | undefined
  #asked = 0

  constructor({ worker = new URL('worker.js', import.meta.url), signal }: LibraryOptions = {}) {
    this.#signal = signal
    this.#file = worker
    this.#worker = start(worker)
    this.#worker.on('message', (answer: Answer) => this.#settle(answer))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('its thread ended')))
    signal?.addEventListener('abort', this.#abort)
  }

  /** @throws RampartError TYPES_UNPRINTABLE when the library fails; the signal's reason when it is aborted. */
  print(
    { root, dialect, file }: LoadedDocument,
    _options: TypeOptions,
    names: SchemaNames,
  ): Promise<TypeDeclarations> {
    return new Promise((resolve, reject) => {
      if (this.#signal?.aborted === true) throw this.#signal.reason
      if (this.#failure) throw unprintable(file, this.#failure.message)
      const question: Question = {
        number: this.#asked++,
        document: { root, dialect },
        names: localNames(names),
      }
      this.#worker.postMessage(question)
      this.#waiting.set(question.number, { resolve, reject, file })
      this.#worker.ref()
    })
  }

  /** Ends the thread, or keeps it for the next one where nothing is being printed. */
  close(): void {
    this.#signal?.removeEventListener('abort', this.#abort)
    const isFree = this.#failure === undefined && this.#waiting.size === 0
    this.#failure ??= new Error('it was closed')
    if (isFree && this.#signal?.aborted !== true) keep(this.#file, this.#worker)
    else void this.#worker.terminate()
  }

  readonly #abort = (): void => {
    for (const { reject } of this.#waiting.values()) reject(this.#signal?.reason)
    this.#waiting.clear()
    this.close()
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.number)
    this.#waiting.delete(answer.number)
    if (this.#waiting.size === 0) this.#worker.unref()
    if ('declarations' in answer) waiting?.resolve(answer.declarations)
    else waiting?.reject(unprintable(waiting.file, answer.failure))
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const { reject, file } of this.#waiting.values()) reject(unprintable(file, error.message))
    this.#waiting.clear()
  }
}
