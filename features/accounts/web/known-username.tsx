/** Visually hidden field that tells password managers which account the form's password belongs to */
export function KnownUsername({ username }: { username: string }) {
  return (
    <input
      type="text"
      className="sr-only"
      name="username"
      value={username}
      autoComplete="username"
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}
