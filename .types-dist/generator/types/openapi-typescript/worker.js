import { parentPort } from 'node:worker_threads';
import { declarationsBy } from './declarations.js';
const answer = ({ number, document, names }) => {
    try {
        return { number, declarations: declarationsBy(document, names) };
    }
    catch (cause) {
        return { number, failure: cause instanceof Error ? cause.message : String(cause) };
    }
};
parentPort?.on('message', (question) => parentPort?.postMessage(answer(question)));
