type ShowMoreProps = {
  /** Name of the rows, in the plural. */
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
    <button
      type="button"
      className={`btn btn-quiet ${className}`}
      aria-disabled={isFetchingNextPage || undefined}
      onClick={() => void fetchNextPage()}
    >
      {isFetchingNextPage ? `Loading ${of}...` : `Show more ${of}`}
    </button>
  )
}
