import type { ReactNode } from 'react'

/** Technical steps, closed at first: most people who read the settings don't run the server. */
export function ForServer({ children }: { children: ReactNode }) {
  return (
    <details className="for-server">
      <summary>For the person who runs your server</summary>
      {children}
    </details>
  )
}
