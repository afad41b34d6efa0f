/** The possible values of each filter. The keys are the names of the query parameters in the URL. */
type Choices = Record<string, readonly string[]>

export type Filters<C extends Choices> = { q: string } & { [Name in keyof C]: C[Name][number] | '' }

/** Reads the filters of a list from the URL. Unknown values are ignored. */
export function readFilters<const C extends Choices>(query: URLSearchParams, choices: C): Filters<C> {
  const chosen = Object.entries(choices).map(([name, values]) => {
    const value = query.get(name) ?? ''
    return [name, values.includes(value) ? value : '']
  })
  return { q: query.get('q') ?? '', ...Object.fromEntries(chosen) }
}

/** Returns the filters that are not empty, for the query of a request. */
export function setFilters<F extends Record<string, string>>(filters: F) {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value.trim() !== '')) as {
    [Name in keyof F]?: Exclude<F[Name], ''>
  }
}

/** Returns the URL of a screen with the filters that are not empty. */
export function filterUrl(path: string, filters: Record<string, string>): string {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))
  return query.size === 0 ? path : `${path}?${query}`
}
