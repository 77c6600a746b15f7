import { layersOf } from '../../../redaction/index.js'

const source = String.raw`[\w.@+~-]+\.(?:[cm]?[jt]sx?|py|rb|php|go|java|kts?|scala|cs|fs|rs|exs?)`

/** Stack frames of several languages, and source files with a line number. */
const traces: readonly (readonly [language: string, RegExp])[] = [
  ['Python', /Traceback \(most recent call last\)|\bFile "[^"\n]{1,300}", line \d+/],
  ['Java', /\bat [\w.$/<>]+\((?:[\w$]+\.(?:java|kt|scala|groovy):\d+|Native Method|Unknown Source)\)/],
  ['.NET', /\bat [\w.`<>[\]]+\([^()\n]{0,300}\) in [^\n]{1,300}:line \d+/],
  ['Node', /\bat (?:[^\n()]{1,200} \()?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^\s()]{1,300}:\d+:\d+/],
  ['Go', /\bgoroutine \d+ \[[^\]\n]{1,60}\]:/],
  ['Ruby', /[\w)]:\d+:in [`'‘]/],
  ['PHP', /\bStack trace:\s+#0 |\.php(?:<\/b>)? on line (?:<b>)?\d+|\.php\(\d+\): /],
  ['Rust', /\bpanicked at [^\n]{1,300}:\d+:\d+/],
]

/** An absolute path that is not part of a URL. */
const path = new RegExp(
  String.raw`(?:^|[\s"'(=\[<>])(?:/[\w.@+~-]+)*/${source}:\d+|[A-Za-z]:(?:\\[\w .@+~-]+)*\\${source}:\d+`,
)

/** The language of a stack trace in a text, or `path` for a source file with a line. */
export function traceIn(text: string): string | undefined {
  for (const layer of layersOf(text)) {
    const found = traces.find(([, pattern]) => pattern.test(layer.text))
    if (found) return found[0]
    if (path.test(layer.text)) return 'path'
  }
  return undefined
}
