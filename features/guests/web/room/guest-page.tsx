import type { ReactNode } from 'react'
import type { Site } from '../../../../core/contract/site.ts'
import { Logo } from '../../../../core/web/site/logo.tsx'

type GuestPageProps = { site: Site; title: string; lead: string; children: ReactNode }

/** Layout of the pages that guest authors open with a link from an email */
export function GuestPage({ site, title, lead, children }: GuestPageProps) {
  return (
    <div className="guest-page">
      <header>
        <Logo site={site} />
      </header>
      <main id="main" tabIndex={-1} className="card">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        {children}
      </main>
    </div>
  )
}
