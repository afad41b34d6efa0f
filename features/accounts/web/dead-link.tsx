import type { ReactNode } from 'react'
import { paths } from '../../../core/contract/paths.ts'
import type { Site } from '../../../core/contract/site.ts'
import { BackHome } from '../../../core/web/site/back-home.tsx'
import { AccountPage } from './account-page.tsx'

type DeadLinkProps = {
  site: Site
  problem?: string | undefined
  /** Why the link may have ended, and who can make a new one */
  children: ReactNode
}

/** The page at a link that was used or replaced, or has expired */
export function DeadLink({ site, problem, children }: DeadLinkProps) {
  return (
    <AccountPage site={site} title="This link no longer works" problem={problem}>
      <p>{children}</p>
      <p>
        <a className="btn" href={paths.login}>
          Sign in
        </a>
      </p>
      <p>
        <BackHome site={site} look="link" />
      </p>
    </AccountPage>
  )
}
