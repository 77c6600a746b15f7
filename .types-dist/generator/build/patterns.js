const compiles = (pattern) => {
    try {
        return Boolean(new RegExp(pattern, 'u'));
    }
    catch {
        return false;
    }
};
const needlessEscape = /\\([^\dA-Za-z^$\\.*+?()[\]{}|/])/g;
const loneBrace = /(?<!\\)(?:\{(?!\d+(?:,\d*)?\})|(?<!\{\d+(?:,\d*)?)\})/g;
const keepDash = (whole, character) => (character === '-' ? whole : character);
/**
 * A pattern that compiles with the `u` flag and means the same, or undefined when there is none. Documents
 * often escape characters that need no escape (`\_`, `\@`), or leave a brace plain, which the flag forbids; in some
 * it is no text at all.
 */
export function unicodePattern(pattern) {
    if (typeof pattern !== 'string')
        return undefined;
    const braced = pattern.replaceAll(loneBrace, String.raw `\$&`);
    const spellings = [
        pattern,
        pattern.replaceAll(needlessEscape, keepDash),
        pattern.replaceAll(needlessEscape, '$1'),
        braced,
        braced.replaceAll(needlessEscape, keepDash),
        braced.replaceAll(needlessEscape, '$1'),
    ];
    return spellings.find(compiles);
}
