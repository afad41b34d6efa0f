/** Ctrl+S, or Cmd+S, for the screen that is open. Returns how to take it back. */
export function onSaveKey(save: () => void): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    if (!event.repeat && !document.querySelector('dialog:modal')) save()
  }
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}
