type ShowMoreProps = {
  /** What the list is of, in the plural. */
  of: string
  /** Of `useInfiniteQuery`. */
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  className?: string
}

/** Fetches the next page of a list; nothing where all of it is there. */
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
