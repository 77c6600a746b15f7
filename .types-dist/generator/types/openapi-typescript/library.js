import { Worker } from 'node:worker_threads';
import { RampartError } from '../../../diagnostics/index.js';
import { localNames } from '../local-names.js';
const unprintable = (file, message) => new RampartError('TYPES_UNPRINTABLE', {
    message: `openapi-typescript could not print the types of ${file}: ${message}`,
    where: { file },
});
/**
 * openapi-typescript in a thread of its own. To load the compiler that it needs takes longer than to print most
 * documents, so the thread is started before there is a document; it keeps no process alive that waits for nothing.
 */
export class Library {
    name = 'openapi-typescript';
    #worker;
    #signal;
    #waiting = new Map();
    #failure;
    #asked = 0;
    constructor({ worker = new URL('worker.js', import.meta.url), signal } = {}) {
        this.#signal = signal;
        this.#worker = new Worker(worker, { stdout: true, stderr: true });
        this.#worker.unref();
        this.#worker.on('message', (answer) => this.#settle(answer));
        this.#worker.on('error', (error) => this.#fail(error));
        this.#worker.on('exit', () => this.#fail(new Error('its thread ended')));
        signal?.addEventListener('abort', this.#abort);
    }
    /** @throws RampartError TYPES_UNPRINTABLE when the library fails; the signal's reason when it is aborted. */
    print({ root, dialect, file }, _options, names) {
        return new Promise((resolve, reject) => {
            if (this.#signal?.aborted === true)
                throw this.#signal.reason;
            if (this.#failure)
                throw unprintable(file, this.#failure.message);
            const question = { number: this.#asked++, document: { root, dialect }, names: localNames(names) };
            this.#worker.postMessage(question);
            this.#waiting.set(question.number, { resolve, reject, file });
            this.#worker.ref();
        });
    }
    /** Ends the thread. */
    close() {
        this.#signal?.removeEventListener('abort', this.#abort);
        void this.#worker.terminate();
    }
    #abort = () => {
        for (const { reject } of this.#waiting.values())
            reject(this.#signal?.reason);
        this.#waiting.clear();
        this.close();
    };
    #settle(answer) {
        const waiting = this.#waiting.get(answer.number);
        this.#waiting.delete(answer.number);
        if (this.#waiting.size === 0)
            this.#worker.unref();
        if ('declarations' in answer)
            waiting?.resolve(answer.declarations);
        else
            waiting?.reject(unprintable(waiting.file, answer.failure));
    }
    #fail(error) {
        this.#failure ??= error;
        for (const { reject, file } of this.#waiting.values())
            reject(unprintable(file, error.message));
        this.#waiting.clear();
    }
}
