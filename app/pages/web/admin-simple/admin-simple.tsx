import { paths } from '../../../../core/contract/paths.ts'
import { may } from '../../../../core/contract/roles.ts'
import type { SessionUser } from '../../../../core/contract/session.ts'
import type { Site } from '../../../../core/contract/site.ts'
import type { Page } from '../../../../core/web/page.ts'
import { Logo } from '../../../../core/web/site/logo.tsx'
import {
  AuthorsTab,
  type AuthorsTabProps,
} from '../../../../features/guests/web/admin-simple/authors-tab.tsx'
import { findPlaceholders } from '../../../../features/site/contract/site-content/placeholders.ts'
import { describePlaceholders } from '../placeholder-words.ts'
import { CreateTab, type CreateTabProps } from './create-tab.tsx'
import { ManageTab, type ManageTabProps } from './manage-tab.tsx'
import { WaitlistTab, type WaitlistTabProps } from './waitlist-tab.tsx'

type AdminSimpleProps = {
  /** Undefined if the session ended before the form was sent */
  user: SessionUser | undefined
} & (
  | ({ tab: 'create' } & CreateTabProps)
  | ({ tab: 'manage' } & ManageTabProps)
  | ({ tab: 'authors' } & AuthorsTabProps)
  | ({ tab: 'waitlist' } & WaitlistTabProps)
)

/** `things`: singular and plural of what the tab lists */
const tabs = {
  create: { name: 'Create', title: 'Create a post' },
  manage: { name: 'Manage', title: 'Manage posts', things: ['post', 'posts'] },
  authors: { name: 'Authors', title: 'Author Invites', things: ['invitation', 'invitations'] },
  waitlist: { name: 'Training Waitlist', title: 'Training Waitlist', things: ['entry', 'entries'] },
} as const satisfies Record<
  AdminSimpleProps['tab'],
  { name: string; title: string; things?: [string, string] }
>
const tabOrder = ['create', 'manage', 'authors', 'waitlist'] as const

/** The simple admin, which works without JavaScript: tabs are links, and forms are plain HTML forms. */
export const adminSimple: Page<AdminSimpleProps> = {
  head: ({ tab }) => ({ title: tabs[tab].title, description: 'The simple admin.' }),
  frame: 'bare',
  styles: 'plain',
  Body: ({ site, ...props }) => (
    <div className="simple-admin">
      <header className="simple-admin-bar wrap">
        <Logo site={site} />
        {props.user && <Account displayName={props.user.displayName} />}
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
        <Placeholders site={site} />
        <TabHead {...props} />
        {props.tab === 'create' && (
          <CreateTab {...props} mayPublish={!props.user || may(props.user, 'publish')} />
        )}
        {props.tab === 'manage' && <ManageTab {...props} />}
        {props.tab === 'authors' && <AuthorsTab {...props} site={site} />}
        {props.tab === 'waitlist' && <WaitlistTab {...props} site={site} />}
      </main>
    </div>
  ),
}

function Placeholders({ site }: { site: Site }) {
  const placeholders = findPlaceholders(site)
  if (placeholders.length === 0) return null
  return (
    <p className="form-note">
      {describePlaceholders(placeholders)} An owner sets them in the admin, under Settings.
    </p>
  )
}

function Account({ displayName }: { displayName: string }) {
  return (
    <div className="simple-admin-account">
      <span>
        Signed in as <strong>{displayName}</strong>
      </span>
      <a href={paths.adminPassword}>Change password</a>
      <a href={paths.adminSettingsTab('security')}>Two-step sign-in</a>
      <form method="post" action={paths.logout}>
        <button type="submit" className="btn btn-quiet btn-small">
          Sign out
        </button>
      </form>
    </div>
  )
}

function TabHead(props: AdminSimpleProps) {
  const total = props.tab === 'authors' ? props.list?.total : props.tab === 'create' ? undefined : props.total
  const { title, ...tab } = tabs[props.tab]
  return (
    <div className="list-head">
      <h1>{title}</h1>
      {'things' in tab && total !== undefined && (
        <p className="count">
          {total} {tab.things[total === '1' ? 0 : 1]}
        </p>
      )}
    </div>
  )
}
