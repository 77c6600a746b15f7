/** How something is meant to be felt. It decides colour and sign together, so that colour never stands alone. */
export type Tone = 'good' | 'bad' | 'odd' | 'quiet'

/** A value that items can be told apart by. */
export interface FacetOption {
  readonly value: string
  readonly label: string
  readonly tone?: Tone
  /** Shown while a reader has chosen nothing; where no option is, all are. */
  readonly isDefault?: true
}

/** A kind of value that items can be filtered by, and its name in the address of the page. */
export interface Facet {
  /** Letters alone. */
  readonly name: string
  readonly label: string
  /** Boxes to be ticked, or one choice of a list. */
  readonly kind: 'boxes' | 'choice'
  /** The worst first. */
  readonly options: readonly FacetOption[]
}

/** A name with its text, and the address that the text leads to: a relative one, or one of the web. */
export type Fact = readonly [name: string, text: string, href?: string]

/** Beside an item's row: facts, lists, exchanges, or a fragment of two texts. */
export interface Section {
  readonly tone?: Tone
  readonly facts?: readonly Fact[]
  readonly list?: readonly string[]
  /** A list that opens on demand, by its index in those of the page. */
  readonly folded?: { readonly label: string; readonly list: number }
  /** Indexes of exchanges of the page. */
  readonly exchanges?: readonly number[]
  /** Index of an excerpt of the page, which is shown side by side. */
  readonly excerpt?: number
  /** Stands where there is no exchange and one was to be expected. */
  readonly remark?: string
}

/** One result or change: a row that opens, with an address of its own. */
export interface Item {
  /** The same in every run for the same thing. */
  readonly id: string
  readonly title: string
  /** What there is to say in one line. */
  readonly text: string
  /** Values by the name of the facet. The facet `state` has one. */
  readonly facets: Readonly<Record<string, readonly string[]>>
  readonly sections: readonly Section[]
}

/** An exchange as a page shows it. */
export interface ShownExchange {
  /** Above the request: when it was sent, and its id. */
  readonly note: string
  /** Method and URL. */
  readonly line: string
  readonly status: string
  readonly requestHeaders: string
  readonly requestBody?: string
  readonly responseHeaders: string
  readonly responseBody: string
  /** The bytes of the request are signed: they are not laid out. */
  readonly isRaw?: true
  /** A command line that sends it again. */
  readonly curl?: string
}

/** A number that a reader wants to know first. */
export interface Figure {
  readonly label: string
  readonly value: string
  readonly tone?: Tone
  /** The filter that shows what was counted, as `queryOf` makes it. */
  readonly query?: string
}

/** A cause or a warning, above everything else. */
export interface Notice {
  readonly title: string
  readonly text: string
  readonly small?: string
}

/** Items by two facets: a state for each cell. */
export interface MatrixModel {
  readonly caption: string
  readonly row: string
  readonly column: string
  /** Further columns by the value of the row. */
  readonly extras?: readonly { readonly label: string; readonly values: ReadonlyMap<string, string> }[]
}

/** A line beside the overview. */
export interface AsideLine {
  readonly tone?: Tone
  readonly text: string
  /** The filter that the text leads to. */
  readonly query?: string
  /** After the text, without a link. */
  readonly rest?: string
}

/** A list beside the overview. */
export interface Aside {
  readonly title: string
  readonly lines: readonly AsideLine[]
}

/** So much of something was reached. */
export interface Gauge {
  readonly label: string
  readonly reached: number
  /** At least 1. */
  readonly of: number
  /** After the numbers. */
  readonly words: string
  /** What was not reached, or the first of it. */
  readonly missing: readonly string[]
}

/** Gauges of one subject. */
export interface GaugeGroup {
  readonly caption: string
  readonly gauges: readonly Gauge[]
}

/** All that a page says of a report, whatever was reported. */
export interface ReportPage {
  readonly title: string
  readonly heading: string
  readonly subject: string
  readonly verdict: { readonly tone: Tone; readonly sentence: string }
  readonly figures: readonly Figure[]
  readonly facts: string
  readonly notices: readonly Notice[]
  readonly asides: readonly Aside[]
  readonly matrix: MatrixModel
  /** Below the overview. */
  readonly gauges?: readonly GaugeGroup[]
  /** The one with the name `state` comes first. */
  readonly facets: readonly Facet[]
  /** The name of the facet by which items are listed. */
  readonly groupedBy: string
  readonly items: readonly Item[]
  readonly exchanges: readonly ShownExchange[]
  /**
   * Excerpts of two texts, each once, as lines of a unified diff: the first character says where a line stands, ` ` in
   * both, `-` before, `+` after, `~` is left out.
   */
  readonly excerpts?: readonly string[]
  /** Lists that items refer to, each once. */
  readonly lists?: readonly (readonly string[])[]
  /** The greatest size in bytes. Then data is compressed, and what does without a script is cut to what there is room for. */
  readonly longest?: number
  /** Words for an item: `result`, `change`. */
  readonly itemWord: string
}
