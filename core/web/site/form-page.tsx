import type { ReactNode } from 'react'
import type { Site } from '../../contract/site.ts'
import { BackHome } from './back-home.tsx'

/** A page with a form and, optionally, more content next to it. */
export function FormPage({ site, children }: { site: Site; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="wrap form-page">
      <p>
        <BackHome site={site} look="link" />
      </p>
      <div className="form-columns">{children}</div>
    </main>
  )
}
