import { Button } from '../ui/button.tsx'

type ShowMoreProps = {
  /** Plural name of the rows, such as `posts` */
  of: string
  /** Result of `useInfiniteQuery`. */
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  className?: string
}

/** Loads the next page of a list. Renders nothing after the last page. */
export function ShowMore({ of, pages, className = '' }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  if (!hasNextPage) return null
  return (
    <Button
      className={`btn btn-quiet ${className}`}
      busy={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {isFetchingNextPage ? `Loading ${of}...` : `Show more ${of}`}
    </Button>
  )
}
