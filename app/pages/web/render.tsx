import { renderToString } from 'react-dom/server'
import { hasVideo } from '../../../core/contract/video.ts'
import { Document, type Render } from '../../../core/web/document.tsx'
import { hasIsland } from '../../../core/web/island.tsx'
import type { Page } from '../../../core/web/page.ts'
import { forgotPassword } from '../../../features/accounts/web/forgot-password.tsx'
import { join } from '../../../features/accounts/web/join.tsx'
import { login } from '../../../features/accounts/web/login.tsx'
import { loginCode } from '../../../features/accounts/web/login-code.tsx'
import { newPassword } from '../../../features/accounts/web/new-password.tsx'
import { password } from '../../../features/accounts/web/password.tsx'
import { setup } from '../../../features/accounts/web/setup.tsx'
import { invitation } from '../../../features/guests/web/room/invitation.tsx'
import { lostLink } from '../../../features/guests/web/room/lost-link.tsx'
import { writingRoom } from '../../../features/guests/web/room/writing-room.tsx'
import { contact } from '../../../features/people/web/contact.tsx'
import { plan } from '../../../features/people/web/plan.tsx'
import { waitlist } from '../../../features/people/web/waitlist.tsx'
import { AfterPostsContext } from '../../../features/posts/web/blog/after-posts.tsx'
import { author } from '../../../features/posts/web/blog/author.tsx'
import { blog } from '../../../features/posts/web/blog/blog.tsx'
import { ownPage } from '../../../features/posts/web/blog/own-page.tsx'
import { post } from '../../../features/posts/web/blog/post.tsx'
import { openedData, receipt } from '../../../features/privacy/web/opened-data.tsx'
import { yourData } from '../../../features/privacy/web/your-data.tsx'
import { adminApp, secondFactor } from '../../admin/web/admin-app.tsx'
import { adminSimple } from './admin-simple/admin-simple.tsx'
import { apiDocs } from './api-docs/api-docs.tsx'
import { apps } from './apps.tsx'
import { featurePages, featuresOn } from './features.ts'
import { gone } from './gone.tsx'
import { home } from './home/home.tsx'
import { privacyPolicy, termsOfService } from './legal-page.tsx'
import { notFound } from './next-links.tsx'
import { problem } from './problem.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** All pages that the server renders. app/pages/server/pages.ts refers to them by these names. */
const pages = {
  home,
  apps,
  waitlist,
  plan,
  contact,
  yourData,
  openedData,
  receipt,
  privacyPolicy,
  termsOfService,
  blog,
  post,
  ownPage,
  gone,
  author,
  invitation,
  lostLink,
  writingRoom,
  notFound,
  problem,
  login,
  loginCode,
  forgotPassword,
  setup,
  join,
  newPassword,
  password,
  secondFactor,
  adminApp,
  adminSimple,
  apiDocs,
} satisfies Record<string, Page<never>>

type ListedPages = typeof pages
declare module '../../../core/web/page.ts' {
  interface Pages extends ListedPages {}
}

const allPages: Record<string, Page<never>> = { ...pages, ...featurePages }

/** Renders the HTML document of a page. */
export const render: Render = (view, site, assets, look) => {
  const page = allPages[view.page] as unknown as Page<object>
  const props = { ...view.props, site }
  const { frame = 'site' } = page
  const head = page.head(props)
  const body = renderToString(
    frame === 'site' ? (
      <>
        <SiteHeader site={site} here={head.canonical} />
        <AfterPostsContext value={featuresOn(site).flatMap(({ AfterPosts = [] }) => AfterPosts)}>
          <page.Body {...props} />
        </AfterPostsContext>
        <SiteFooter site={site} />
      </>
    ) : (
      <page.Body {...props} />
    ),
  )
  const scripts = frame === 'admin' || frame === 'room' ? frame : hasIsland(body) ? 'islands' : 'none'
  const shell = renderToString(
    <Document
      site={site}
      assets={assets}
      look={look}
      head={head}
      styles={page.styles ?? 'site'}
      scripts={scripts}
      hasVideo={hasVideo(body)}
    >
      {bodyMark}
    </Document>,
  )
  const at = shell.lastIndexOf(bodyMark)
  return `<!doctype html>${shell.slice(0, at)}${body}${shell.slice(at + bodyMark.length)}`
}

// Placeholder in the document that is replaced by the body. The body is rendered first, because only its HTML shows
// whether the page needs a script.
const bodyMark = '@@body@@'
