/** The functions of the editor that a form uses. The editor's code is loaded later. */
export type EditorHandle = {
  setContent(html: string): void
  focus(): void
  /** The outermost elements of the text: paragraphs, headings, lists. */
  blocks(): Element[]
}
