import type { TypesSource } from '../reading.js'
import type { SchemaNames, TypeDeclarations, TypeOptions, TypesPrinter } from '../declarations.js'
import { Worker } from 'node:worker_threads'
import { RampartError } from '../../../diagnostics/index.js'
import type { LoadedDocument } from '../../model/document.js'

/** A document for the thread to print. */
export interface Question {
  readonly number: number
  readonly document: TypesSource
  readonly options: TypeOptions
  readonly names: SchemaNames
}

/** The result for it. */
export type Answer =
  | { readonly number: number; readonly declarations: TypeDeclarations }
  | { readonly number: number; readonly failure: string }

/** Options for running the library's thread. */
interface LibraryOptions {
  /** File of the compiled worker, if it is not beside this module. */
  readonly worker?: URL | string | undefined
  readonly signal?: AbortSignal | undefined
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

/** Idle threads by file, reused when a process generates again, as in watch mode. */
const idle = new Map<string, Worker>()

const events = ['message', 'error', 'exit'] as const

const start = (file: URL | string): Worker => {
  const key = String(file)
  const kept = idle.get(key)
  idle.delete(key)
  // The library allocates a lot of short-lived memory for large documents.
  const resourceLimits = { maxYoungGenerationSizeMb: 64 }
  const worker = kept ?? new Worker(file, { stdout: true, stderr: true, resourceLimits })
  for (const event of events) worker.removeAllListeners(event)
  worker.unref()
  return worker
}

const keepIdle = (file: URL | string, worker: Worker): void => {
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
 * openapi-typescript in a worker thread. Loading its compiler takes longer than printing most documents, so the
 * thread is started before there is a document. An idle thread does not keep the process alive.
 */
export class Library implements TypesPrinter {
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
    { root, dialect, hasNewer, file }: LoadedDocument,
    { brands = false, openEnums = false }: TypeOptions,
    names: SchemaNames,
  ): Promise<TypeDeclarations> {
    return new Promise((resolve, reject) => {
      if (this.#signal?.aborted === true) throw this.#signal.reason
      if (this.#failure) throw unprintable(file, this.#failure.message)
      const number = this.#asked++
      const asked = { document: { root, dialect, hasNewer }, options: { brands, openEnums }, names }
      this.#worker.postMessage({ number, ...asked } satisfies Question)
      this.#waiting.set(number, { resolve, reject, file })
      this.#worker.ref()
    })
  }

  /** Terminates the thread, or keeps it for reuse if it is idle. */
  close(): void {
    this.#signal?.removeEventListener('abort', this.#abort)
    const isFree = this.#failure === undefined && this.#waiting.size === 0
    this.#failure ??= new Error('it was closed')
    if (isFree && this.#signal?.aborted !== true) keepIdle(this.#file, this.#worker)
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
