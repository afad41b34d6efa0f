import { paths } from '../../contract/paths.ts'

type ListPagesProps = {
  tab: Parameters<typeof paths.adminSimpleTab>[0]
  /** Plural name of the listed items, such as `posts` */
  things: string
  isFirstPage: boolean
  /** Cursor of the next page; undefined on the last page */
  next: number | string | undefined
}

export function ListPages({ tab, things, isFirstPage, next }: ListPagesProps) {
  if (isFirstPage && next === undefined) return null
  const path = paths.adminSimpleTab(tab)
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
