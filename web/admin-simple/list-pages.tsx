type ListPagesProps = {
  /** Of the list's first page. */
  path: string
  /** What the list holds, in the plural. */
  things: string
  isFirstPage: boolean
  /** Cursor of the next page. */
  next: number | string | undefined
}

/** The way on through a long list, and back to its start. */
export function ListPages({ path, things, isFirstPage, next }: ListPagesProps) {
  if (isFirstPage && next === undefined) return null
  return (
    <nav aria-label="Pages" className="form-actions">
      {!isFirstPage && (
        <a className="btn btn-quiet btn-small" href={path}>
          Newest {things}
        </a>
      )}
      {next !== undefined && (
        <a className="btn btn-quiet btn-small" href={`${path}&cursor=${next}`}>
          Older {things}
        </a>
      )}
    </nav>
  )
}
