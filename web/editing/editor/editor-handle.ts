/** What a form can do with the editor, whose code is loaded later. */
export type EditorHandle = {
  setContent(html: string): void
  focus(): void
  /** The outermost elements of the text: paragraphs, headings, lists. */
  blocks(): Element[]
}
