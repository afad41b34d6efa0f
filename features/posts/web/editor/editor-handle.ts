/**
 * The functions of the text editor that forms use. A separate file, because the text editor itself is loaded lazily.
 */
export type EditorHandle = {
  setContent(html: string): void
  focus(): void
  /** Remembers where the caret is. The returned function inserts a text there, wherever the place has moved since. */
  markCaret(): (text: string) => void
  /** The top-level elements of the text: paragraphs, headings, lists, and so on */
  blocks(): Element[]
}
