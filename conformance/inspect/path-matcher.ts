interface Branch {
  readonly literals: Map<string, Branch>
  readonly patterns: Map<string, { readonly test: RegExp; readonly branch: Branch }>
  /** By method. */
  readonly routes: Map<string, string>
}

const newBranch = (): Branch => ({ literals: new Map(), patterns: new Map(), routes: new Map() })

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const patternOf = (segment: string): RegExp =>
  new RegExp(
    `^${segment
      .split(/\{[^{}]*\}/)
      .map(escaped)
      .join('.+')}$`,
  )

/** Finds the route of a path: a segment that is spelled out goes before a parameter. */
export class PathMatcher {
  readonly #root = newBranch()

  /** Adds a route such as `get /customers/{}`. */
  add(route: string): void {
    const [method = '', path = ''] = route.split(' ', 2)
    let branch = this.#root
    for (const segment of segmentsOf(path)) branch = this.#grow(branch, segment)
    branch.routes.set(method, route)
  }

  /** The route of a method in any case and a path relative to the base URL. */
  find(method: string, path: string): string | undefined {
    return this.#search(this.#root, segmentsOf(path), 0, method.toLowerCase())
  }

  #grow(branch: Branch, segment: string): Branch {
    if (!segment.includes('{')) {
      const known = branch.literals.get(segment) ?? newBranch()
      branch.literals.set(segment, known)
      return known
    }
    const known = branch.patterns.get(segment) ?? { test: patternOf(segment), branch: newBranch() }
    branch.patterns.set(segment, known)
    return known.branch
  }

  #search(branch: Branch, segments: readonly string[], depth: number, method: string): string | undefined {
    const segment = segments[depth]
    if (segment === undefined) return branch.routes.get(method)
    const spelled = branch.literals.get(segment)
    const found = spelled && this.#search(spelled, segments, depth + 1, method)
    if (found !== undefined) return found
    for (const { test, branch: next } of branch.patterns.values()) {
      const deeper = test.test(segment) ? this.#search(next, segments, depth + 1, method) : undefined
      if (deeper !== undefined) return deeper
    }
    return undefined
  }
}
