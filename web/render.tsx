import { renderToString } from 'react-dom/server'
import type { Site } from '../contracts/site.ts'
import { type Assets, Document } from './document.tsx'
import type { Page } from './page.ts'
import { home } from './site/home.tsx'
import { SiteFooter } from './site/site-footer.tsx'
import { SiteHeader } from './site/site-header.tsx'

/** Every page that the server renders, by the name that server/site/pages.ts uses. */
const pages = { home } satisfies Record<string, Page<never>>

export type PageName = keyof typeof pages
type PropsOf<Name extends PageName> = (typeof pages)[Name] extends Page<infer Props> ? Props : never

/** A page's name with the props that it takes. */
export type View = { [Name in PageName]: { page: Name; props: PropsOf<Name> } }[PageName]

export type Render = (view: View, site: Site, assets: Assets) => string

/** The whole HTML document of a page. */
export const render: Render = (view, site, assets) => {
  const page = pages[view.page] as Page<object>
  const props = { ...view.props, site }
  const body = renderToString(
    page.frame === 'site' ? (
      <>
        <SiteHeader site={site} />
        <page.Body {...props} />
        <SiteFooter site={site} />
      </>
    ) : (
      <page.Body {...props} />
    ),
  )
  const shell = renderToString(
    <Document site={site} assets={assets} head={page.head(props)} withScript={body.includes('data-island="')}>
      {bodyMark}
    </Document>,
  )
  const [before, after] = shell.split(bodyMark)
  return `<!doctype html>${before}${body}${after}`
}

// The body is rendered first, because only then is it known whether the page needs a script.
const bodyMark = '@@body@@'
