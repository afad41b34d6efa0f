/**
 * Makes the browser ask for confirmation before the user closes or reloads the page. The returned function removes this
 * warning.
 */
export function warnBeforeUnload(): () => void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', warn)
  return () => removeEventListener('beforeunload', warn)
}
