/** Type of imports that end with `.svg?drawing` (app/build/drawings.ts) */
export type DrawingSource = { viewBox: string; shapes: string }

/**
 * An inline SVG drawing. It is inline so that drawing.css can color its shapes by class for both themes. All drawings
 * share a style: rounded ink lines with slightly offset color shapes, like a handmade poster. They are decorative, so
 * they are hidden from assistive technology.
 */
export function Drawing({ of, className = '' }: { of: DrawingSource; className?: string }) {
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
