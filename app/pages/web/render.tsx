import { renderToString } from 'react-dom/server'
import { hasVideo } from '../contracts/video.ts'
import { join } from './accounts/join.tsx'
import { login } from './accounts/login.tsx'
import { loginCode } from './accounts/login-code.tsx'
import { newPassword } from './accounts/new-password.tsx'
import { password } from './accounts/password.tsx'
import { setup } from './accounts/setup.tsx'
import { adminApp, secondFactor } from './admin/admin-app.tsx'
import { adminSimple } from './admin-simple/admin-simple.tsx'
import { apiDocs } from './api-docs/api-docs.tsx'
import { AfterPostsContext } from './blog/after-posts.tsx'
import { author } from './blog/author.tsx'
import { blog } from './blog/blog.tsx'
import { gone } from './blog/gone.tsx'
import { ownPage } from './blog/own-page.tsx'
import { post } from './blog/post.tsx'
import { Document, type Render } from './document.tsx'
import { featurePages, featuresOn } from './features.ts'
import { home } from './home/home.tsx'
import { hasIsland } from './island.tsx'
import type { Page } from './page.ts'
import { apps } from './site/apps.tsx'
import { contact } from './site/contact.tsx'
import { privacyPolicy, termsOfService } from './site/legal-page.tsx'
import { notFound } from './site/next-links.tsx'
import { openedData, receipt } from './site/opened-data.tsx'
import { plan } from './site/plan.tsx'
import { problem } from './site/problem.tsx'
import { SiteFooter } from './site/site-footer.tsx'
import { SiteHeader } from './site/site-header.tsx'
import { waitlist } from './site/waitlist.tsx'
import { yourData } from './site/your-data.tsx'
import { invitation } from './write/invitation.tsx'
import { lostLink } from './write/lost-link.tsx'
import { writingRoom } from './write/writing-room.tsx'

/** All pages that the server renders. server/site/pages.ts refers to them by these names. */
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
declare module './page.ts' {
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
