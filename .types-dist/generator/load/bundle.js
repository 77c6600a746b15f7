import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { realpath, stat } from 'node:fs/promises';
import { RampartError } from '../../diagnostics/index.js';
import { parseDocumentText } from './parse.js';
import { isObject, resolvePointer } from './pointer.js';
const schemeOf = (ref) => /^([a-z][a-z0-9+.-]+):/i.exec(ref)?.[1]?.toLowerCase();
const realPath = (path) => realpath(path).catch(() => resolve(path));
const isInside = (folder, path) => {
    const way = relative(folder, path);
    return way !== '..' && !/^\.\.[/\\]/.test(way) && !isAbsolute(way);
};
/** Why a reference may not be followed; undefined when it may. */
const refusal = async (ref, file, allowed) => {
    const scheme = schemeOf(ref);
    if (scheme === 'http' || scheme === 'https') {
        const { host, hostname } = new URL(ref);
        return allowed.includes(host) || allowed.includes(hostname)
            ? undefined
            : `it leads to the host ${host}, which is not allowed`;
    }
    // A drive letter of Windows is not taken for a scheme: it has one letter only.
    if (scheme !== undefined)
        return `it is a ${scheme}: URL, and only files and allowed hosts are read`;
    const target = await realPath(ref);
    const folders = await Promise.all([dirname(resolve(file)), ...allowed].map(realPath));
    if (!folders.some((folder) => isInside(folder, target)))
        return 'it leads out of the folder of the document, which is not allowed';
    // A pipe or a device may have no end.
    const isFile = await stat(target).then((found) => found.isFile() || found.isDirectory(), () => true);
    return isFile ? undefined : 'it leads to something that is no file';
};
const bundled = async (input, root, allowed) => {
    const { BaseResolver, bundle, createConfig, Source } = await import('@redocly/openapi-core');
    class AllowedOnly extends BaseResolver {
        async loadExternalRef(ref) {
            const reason = await refusal(ref, input.file, allowed);
            if (reason !== undefined)
                throw new Error(reason);
            if (schemeOf(ref) === undefined)
                return super.loadExternalRef(ref);
            // An allowed host could send the reader on to one that is not.
            const response = await fetch(ref, { redirect: 'error' });
            if (!response.ok)
                throw new Error(`${ref} answered ${response.status}`);
            return new Source(ref, await response.text(), response.headers.get('content-type') ?? undefined);
        }
    }
    const config = await createConfig({});
    return bundle({
        doc: { source: new Source(resolve(input.file), input.text), parsed: root },
        config,
        externalRefResolver: new AllowedOnly(config.resolve),
    });
};
/** The reference at a place of a file, as it is spelled there. */
const refAt = async (text, file, pointer) => {
    const tree = await parseDocumentText({ name: '', file, text }).catch(() => undefined);
    const holder = resolvePointer(tree, pointer);
    const ref = isObject(holder) ? holder['$ref'] : holder;
    return typeof ref === 'string' ? ref : undefined;
};
// What is wrong may be in one of the other files; its name is given as that of the document is.
const reported = async (input, { message, location }) => {
    const [place] = location;
    const pointer = place?.pointer ?? '#';
    if (place === undefined)
        return problem(input.file, pointer, message);
    const { absoluteRef, body } = place.source;
    const file = join(dirname(input.file), relative(dirname(resolve(input.file)), absoluteRef));
    const ref = await refAt(body, file, pointer);
    const reason = message.replace(/^Can't resolve \$ref:? ?/, '');
    const said = ref === undefined ? message : `"${ref}" names nothing${reason === '' ? '' : `: ${reason}`}`;
    return problem(schemeOf(absoluteRef) === undefined ? file : absoluteRef, pointer, said);
};
const failure = (file, problems, cause) => new RampartError('DOCUMENT_INVALID', {
    message: `${file}: ${problems.length} ${problems.length === 1 ? 'reference leads' : 'references lead'} nowhere`,
    where: { file },
    fix: 'Keep the parts beside the document, or bundle it into one file first; with --lenient they are gaps.',
    problems,
    cause,
});
const problem = (file, pointer, message) => ({
    code: 'DOCUMENT_INVALID',
    severity: 'error',
    message,
    where: { file, pointer },
});
/**
 * Brings documents that refer to other files into one tree, with @redocly/openapi-core.
 * @throws RampartError DOCUMENT_INVALID with every reference that does not resolve.
 */
export async function bundleFiles(input, root, { lenient, allowRefs }) {
    const { file } = input;
    const result = await bundled(input, root, allowRefs).catch((cause) => {
        throw failure(file, [problem(file, '#', cause instanceof Error ? cause.message : String(cause))], cause);
    });
    const errors = result.problems.filter(({ severity }) => severity === 'error');
    if (errors.length > 0 && !lenient) {
        throw failure(file, await Promise.all(errors.map((error) => reported(input, error))));
    }
    const tree = result.bundle.parsed;
    // A tree of its own: the document was changed in place, and what is known of it is known no more.
    return isObject(tree) ? structuredClone(tree) : {};
}
