import type { ReactNode } from 'react'

/** Technical instructions. Collapsed at first, because most admins do not run the server themselves. */
export function ForServer({ children }: { children: ReactNode }) {
  return (
    <details className="for-server">
      <summary>For the person who runs your server</summary>
      {children}
    </details>
  )
}
