import { createHash } from 'node:crypto';
import { resolveAnchors } from './anchors.js';
import { bundleFiles } from './bundle.js';
import { duplicateNames } from './duplicate-names.js';
import { fillGaps } from './gaps.js';
import { dialectOf, gate, gateDepth } from './gate.js';
import { breakLoops } from './loops.js';
import { isJson, isPrintedAs, parseDocumentText } from './parse.js';
import { isObject, pointerOf } from './pointer.js';
import { collectReferences } from './references.js';
import { sameAs } from './same-as.js';
import { selectOperations } from './select.js';
const refersToFiles = (root) => collectReferences(root).some(({ ref }) => !ref.startsWith('#'));
const dynamicNote = (file) => (path) => ({
    code: 'DOCUMENT_NOTE',
    severity: 'warning',
    message: 'this reference may lead to one of several schemas; in its place anything is accepted',
    where: { file, pointer: pointerOf(...path) },
});
const loopNote = (file) => (path) => ({
    code: 'DOCUMENT_NOTE',
    severity: 'warning',
    message: 'this schema is a part of itself; it is read without the part that leads back',
    where: { file, pointer: pointerOf(...path) },
});
// YAML with such members is refused by its parser.
const duplicateNotes = ({ file, text }, value) => !isPrintedAs(text, value) && isJson(text)
    ? duplicateNames(text).map((path) => ({
        code: 'DOCUMENT_NOTE',
        severity: 'warning',
        message: 'the object has a member of this name before; the last one counts',
        where: { file, pointer: pointerOf(...path) },
    }))
    : [];
// OpenAPI 3.0 has no word for webhooks; documents of it use an extension.
const withWebhooks = (root) => {
    const { 'x-webhooks': extension, ...rest } = root;
    return isObject(extension) && !('webhooks' in root) ? { ...rest, webhooks: extension } : root;
};
const sharing = (before, root) => {
    const shared = sameAs(before, root);
    return isObject(shared) ? shared : root;
};
// Looking for them takes a walk through the document, and hardly any has some. An escape may hide the word.
const mayHaveAnchors = (text) => /\$(?:anchor|dynamic|recursive|id)|\\u0024|\\x24|\\U00000024/.test(text);
/** Resolves them in place; paths of the references that stay dynamic. */
const anchorsResolved = (root, { file, text }) => {
    if (!mayHaveAnchors(text))
        return [];
    gateDepth(root, file);
    return resolveAnchors(root);
};
/**
 * Parses, bundles and checks one document, and keeps what is selected of it.
 * @param before the root of a document before, to take equal parts from
 * @throws RampartError DOCUMENT_SYNTAX, DOCUMENT_UNSUPPORTED, DOCUMENT_INVALID or SELECTION_EMPTY.
 */
export async function loadDocument(input, { lenient = false, allowRefs = [], closedResponses = false, ...selection } = {}, before) {
    const parsed = await parseDocumentText(input);
    const dialect = dialectOf(parsed, input.file);
    const duplicates = duplicateNotes(input, parsed);
    const read = withWebhooks(isObject(parsed) ? parsed : {});
    const dynamic = anchorsResolved(read, input);
    const tree = sharing(before, read);
    gateDepth(tree, input.file, before);
    const isSelfContained = !refersToFiles(tree);
    const bundled = isSelfContained ? tree : await bundleFiles(input, tree, { lenient, allowRefs });
    const whole = lenient ? fillGaps(bundled, input.file) : { root: bundled, problems: [] };
    gate(whole.root, input.file);
    const { root, changed } = breakLoops(selectOperations(whole.root, selection, input.file));
    const sha256 = createHash('sha256').update(input.text).digest('hex');
    return {
        name: input.name,
        file: input.file,
        sha256,
        isSelfContained,
        root: root === tree ? root : sharing(before, root),
        dialect,
        closedResponses,
        problems: [
            ...duplicates,
            ...dynamic.map(dynamicNote(input.file)),
            ...whole.problems,
            ...changed.map(loopNote(input.file)),
        ],
    };
}
