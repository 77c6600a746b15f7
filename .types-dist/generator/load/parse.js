import { RampartError } from '../../diagnostics/index.js';
const looksLikeJson = (text) => /^[\s\uFEFF]*[{[]/.test(text);
/** Whether a text is JSON through and through. */
export function isJson(text) {
    if (!looksLikeJson(text))
        return false;
    try {
        JSON.parse(text.replace(/^\uFEFF/, ''));
        return true;
    }
    catch {
        return false;
    }
}
/** Whether a text is exactly what a value is printed as, on one line or indented: then reading it lost nothing. */
export function isPrintedAs(text, value) {
    if (!looksLikeJson(text))
        return false;
    const [, indent] = /^[{[]\n([ \t]{1,10})/.exec(text) ?? [];
    return JSON.stringify(value, undefined, indent) === text.trimEnd();
}
const placeOf = (text, offset) => {
    const before = text.slice(0, offset);
    return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
};
const messageOf = (error) => (error instanceof Error ? error.message : String(error));
const syntaxError = (where, message, cause) => {
    const at = where.line === undefined ? '' : `:${where.line}:${where.column ?? 1}`;
    return new RampartError('DOCUMENT_SYNTAX', { message: `${where.file}${at}: ${message}`, where, cause });
};
// Merge keys (`<<`) belong to YAML 1.1 only, but documents use them and other readers take them.
const yamlOptions = { merge: true, prettyErrors: false, uniqueKeys: true, logLevel: 'error' };
const parseYaml = async ({ file, text }) => {
    const { LineCounter, parseDocument } = await import('yaml');
    const lineCounter = new LineCounter();
    try {
        const document = parseDocument(text, { ...yamlOptions, lineCounter });
        const [error] = document.errors;
        if (!error)
            return document.toJS({ maxAliasCount: 1000 });
        const { line, col } = lineCounter.linePos(error.pos[0]);
        throw syntaxError({ file, line, column: col }, error.message, error);
    }
    catch (error) {
        throw error instanceof RampartError ? error : syntaxError({ file }, messageOf(error), error);
    }
};
// The engine does not always say where it stopped; read as YAML that allows JSON's values only, the text does.
const jsonErrorOffset = ({ parseDocument }, text, message) => {
    const told = /position (\d+)/.exec(message)?.[1];
    if (told !== undefined)
        return Number(told);
    const [error] = parseDocument(text, { schema: 'json', prettyErrors: false, logLevel: 'error' }).errors;
    return error?.pos[0] ?? text.length;
};
const parseJson = async (input) => {
    const text = input.text.replace(/^\uFEFF/, '');
    try {
        return JSON.parse(text);
    }
    catch (error) {
        // A YAML flow mapping also starts with a brace; only when that fails too is it the JSON error that helps.
        const isYaml = !input.file.endsWith('.json');
        const asYaml = isYaml ? await parseYaml(input).catch(() => undefined) : undefined;
        if (asYaml !== undefined)
            return asYaml;
        const message = messageOf(error);
        const place = placeOf(text, jsonErrorOffset(await import('yaml'), text, message));
        const short = message.replace(/,? \.{0,3}".*is not valid JSON$|(?: in JSON)? at position \d+.*$/s, '');
        throw syntaxError({ file: input.file, ...place }, short, error);
    }
};
/**
 * Parses a document as JSON, or as YAML when it does not look like JSON.
 * @throws RampartError DOCUMENT_SYNTAX with line and column, counted from 1.
 */
export function parseDocumentText(input) {
    return looksLikeJson(input.text) ? parseJson(input) : parseYaml(input);
}
