import type { ReactNode } from 'react'
import { paths } from '../../contracts/paths.ts'
import type { Page } from '../page.ts'
import { Logo } from '../site/logo.tsx'
import { AuthorsTab, type AuthorsTabProps } from './authors-tab.tsx'
import { CreateTab, type CreateTabProps } from './create-tab.tsx'
import { ManageTab, type ManageTabProps } from './manage-tab.tsx'
import { WaitlistTab, type WaitlistTabProps } from './waitlist-tab.tsx'

type AdminSimpleProps = {
  /** Undefined if the session ended before the form was sent. */
  username: string | undefined
} & (
  | ({ tab: 'create' } & CreateTabProps)
  | ({ tab: 'manage' } & ManageTabProps)
  | ({ tab: 'authors' } & AuthorsTabProps)
  | ({ tab: 'waitlist' } & WaitlistTabProps)
)

const tabs = {
  create: { name: 'Create', title: 'Create a post' },
  manage: { name: 'Manage', title: 'Manage posts' },
  authors: { name: 'Authors', title: 'Author Invites' },
  waitlist: { name: 'Training Waitlist', title: 'Training Waitlist' },
} as const satisfies Record<AdminSimpleProps['tab'], { name: string; title: string }>
const tabOrder = ['create', 'manage', 'authors', 'waitlist'] as const

/** The admin without script: tabs are links, and forms are plain forms. */
export const adminSimple: Page<AdminSimpleProps> = {
  head: ({ tab }) => ({ title: tabs[tab].title, description: 'The simple admin.' }),
  frame: 'bare',
  styles: 'plain',
  Body: ({ site, ...props }) => (
    <div className="simple-admin">
      <header className="simple-admin-bar wrap">
        <Logo site={site} />
        {props.username !== undefined && <Account username={props.username} />}
      </header>
      <main id="main" tabIndex={-1} className="wrap">
        <nav aria-label="Admin" className="tabs">
          {tabOrder.map((tab) => (
            <a
              key={tab}
              href={paths.adminSimpleTab(tab)}
              aria-current={tab === props.tab ? 'page' : undefined}
            >
              {tabs[tab].name}
            </a>
          ))}
        </nav>
        {props.tab === 'create' && (
          <>
            <ListHead title={tabs.create.title} />
            <CreateTab {...props} />
          </>
        )}
        {props.tab === 'manage' && (
          <>
            <ListHead title={tabs.manage.title}>{countOf(props.total, 'post', 'posts')}</ListHead>
            <ManageTab {...props} />
          </>
        )}
        {props.tab === 'authors' && (
          <>
            <ListHead title={tabs.authors.title}>
              {props.list && countOf(props.list.total, 'invitation', 'invitations')}
            </ListHead>
            <AuthorsTab {...props} site={site} />
          </>
        )}
        {props.tab === 'waitlist' && (
          <>
            <ListHead title={tabs.waitlist.title}>{countOf(props.total, 'entry', 'entries')}</ListHead>
            <WaitlistTab {...props} site={site} />
          </>
        )}
      </main>
    </div>
  ),
}

function Account({ username }: { username: string }) {
  return (
    <div className="simple-admin-account">
      <span>
        Signed in as <strong>{username}</strong>
      </span>
      <a href={paths.adminPassword}>Change password</a>
      <form method="post" action={paths.logout}>
        <button type="submit" className="btn btn-quiet btn-small">
          Sign out
        </button>
      </form>
    </div>
  )
}

function ListHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="list-head">
      <h1>{title}</h1>
      {children && <p className="count">{children}</p>}
    </div>
  )
}

function countOf(total: string, one: string, many: string): string {
  return total === '1' ? `1 ${one}` : `${total} ${many}`
}
