/** What an import that ends with `.svg?drawing` contains (web/build/drawings.ts) */
export type DrawingSource = { viewBox: string; shapes: string }

type DrawingProps = { of: DrawingSource; className?: string }

/**
 * A drawing as a part of the page, where drawing.css colors its shapes by their classes for both themes. All drawings
 * have one style: a round line in ink, and plain shapes of color printed slightly off, as on a handmade poster. They
 * are decorative, so assistive technology skips them.
 */
export function Drawing({ of, className = '' }: DrawingProps) {
  return (
    <svg
      className={`art ${className}`}
      viewBox={of.viewBox}
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own files
      dangerouslySetInnerHTML={{ __html: of.shapes }}
    />
  )
}
