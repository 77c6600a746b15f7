/** The tone of a state, which determines colour and sign, so that colour is never the only indication. */
export type Tone = 'good' | 'bad' | 'odd' | 'quiet'

/** A value that items can be filtered by. */
export interface FacetOption {
  readonly value: string
  readonly label: string
  readonly tone?: Tone
  /** Selected initially; if no option is, all are. */
  readonly isDefault?: true
}

/** A kind of value that items can be filtered by; its name is used in the URL. */
export interface Facet {
  /** Letters only. */
  readonly name: string
  readonly label: string
  /** Checkboxes, or a single choice from a list. */
  readonly kind: 'boxes' | 'choice'
  /** The worst first. */
  readonly options: readonly FacetOption[]
}

/** A name with its text and the text's link: relative, or an absolute URL. */
export type Fact = readonly [name: string, text: string, href?: string]

/** Details of an item: facts, lists, exchanges, or an excerpt of two texts. */
export interface Section {
  readonly tone?: Tone
  readonly facts?: readonly Fact[]
  readonly list?: readonly string[]
  /** A collapsible list, by its index in the lists of the page. */
  readonly folded?: { readonly label: string; readonly list: number }
  /** Indexes of exchanges of the page. */
  readonly exchanges?: readonly number[]
  /** Index of an excerpt of the page. */
  readonly excerpt?: number
  /** Shown if there is no exchange although one is expected. */
  readonly remark?: string
}

/** One result or change: a collapsible row with its own URL fragment. */
export interface Item {
  /** Stable across runs. */
  readonly id: string
  readonly title: string
  /** One line of text. */
  readonly text: string
  /** Values by facet. The facet `state` has exactly one. */
  readonly facets: Readonly<Record<string, readonly string[]>>
  readonly sections: readonly Section[]
}

/** An exchange as a page shows it. */
export interface ShownExchange {
  /** Shown above the request: its time and id. */
  readonly note: string
  /** Method and URL. */
  readonly line: string
  readonly status: string
  readonly requestHeaders: string
  readonly requestBody?: string
  readonly responseHeaders: string
  readonly responseBody: string
  /** Whether the request is signed, so that its bytes must not be reformatted. */
  readonly isRaw?: true
  /** A command line that repeats the request. */
  readonly curl?: string
}

export interface Figure {
  readonly label: string
  readonly value: string
  readonly tone?: Tone
  /** The filter for the counted items, as `queryOf` returns it. */
  readonly query?: string
}

/** A cause or a warning, shown above everything else. */
export interface Notice {
  readonly title: string
  readonly text: string
  readonly small?: string
}

export interface AsideLine {
  readonly tone?: Tone
  readonly text: string
  /** The filter that the text links to. */
  readonly query?: string
  /** Follows the text, without a link. */
  readonly rest?: string
}

export interface Aside {
  readonly title: string
  readonly lines: readonly AsideLine[]
}

export interface Gauge {
  readonly label: string
  readonly reached: number
  /** At least 1. */
  readonly of: number
  /** Follows the numbers. */
  readonly words: string
  /** The first of the missed items, or all. */
  readonly missing: readonly string[]
}

export interface GaugeGroup {
  readonly caption: string
  readonly gauges: readonly Gauge[]
}

export interface ReportPage {
  readonly title: string
  readonly heading: string
  readonly subject: string
  readonly verdict: { readonly tone: Tone; readonly sentence: string }
  readonly figures: readonly Figure[]
  readonly facts: string
  readonly notices: readonly Notice[]
  readonly asides: readonly Aside[]
  /** The name of the facet with a column for each value in the overview; rows are values of the facet `area`. */
  readonly columns: string
  /** Below the overview. */
  readonly gauges?: readonly GaugeGroup[]
  /** The facet `state` comes first. */
  readonly facets: readonly Facet[]
  /** The name of the facet that groups items. */
  readonly groupedBy: string
  readonly items: readonly Item[]
  readonly exchanges: readonly ShownExchange[]
  /** Deduplicated excerpts as lines of a unified diff, by their first character: ` ` in both, `-` before, `+` after, `~` omitted. */
  readonly excerpts?: readonly string[]
  /** Deduplicated lists that items refer to. */
  readonly lists?: readonly (readonly string[])[]
  /** The maximum size in bytes. If it is set, data is compressed, and the part for browsers without script is cut. */
  readonly longest?: number
  /** The word for an item: `result`, `change`. */
  readonly itemWord: string
}
