/** What the form can ask of the editor, whose code comes later. */
export type EditorHandle = {
  setContent(html: string): void
  focus(): void
}
