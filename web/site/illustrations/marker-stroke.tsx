/** A drawn marker stroke that underlines a word. It stretches to the width of the word. */
export function MarkerStroke() {
  return (
    <svg className="marker" viewBox="0 0 200 22" preserveAspectRatio="none" aria-hidden="true">
      <path d="M4 15C52 6 120 4 196 8c-50-1-106 2-150 9" />
    </svg>
  )
}
