import type { ReactNode } from 'react'
import type { Site } from '../../contracts/site.ts'
import { Logo } from '../site/logo.tsx'
import { Notice } from '../ui/notice.tsx'

type AccountPageProps = {
  site: Site
  title: string
  lead?: string
  notice?: string | undefined
  problem?: string | undefined
  children: ReactNode
}

/** The quiet frame around sign-in, first admin and password change. */
export function AccountPage({ site, title, lead, notice, problem, children }: AccountPageProps) {
  return (
    <div className="account-page">
      <header>
        <Logo site={site} />
      </header>
      <main id="main" tabIndex={-1} className="card">
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
        {notice && <Notice tone="success">{notice}</Notice>}
        {problem && <Notice tone="problem">{problem}</Notice>}
        {children}
      </main>
    </div>
  )
}
