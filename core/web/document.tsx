import type { ReactNode } from 'react'
import { colorFavicon } from '../contract/look/favicon.ts'
import { type SiteLook, socialCard, withVersion } from '../contract/look/site-look.ts'
import { paths } from '../contract/paths.ts'
import type { Site } from '../contract/site.ts'
import { starterScript } from '../contract/starter-script.ts'
import type { Head, StyleSheet, View } from './page.ts'
import favicon from './public/favicon.svg?raw'

/** URLs of the built files, from Vite's manifest */
export type Assets = {
  styles: Record<StyleSheet, string>
  fonts: string[]
  islands: string
  /** Script of pages with videos */
  videos: string
  /** `theme` runs before the first paint, so that the wrong theme does not flash */
  admin: { theme: string; script: string }
  /** Script of the writing room */
  room: string
  devScripts: string[]
}

/** Links of the pages of a site with a look of its own */
export type LookLinks = {
  /** URL of the style sheet; undefined if the look has only a logo */
  style: string | undefined
  /** URLs of the fonts to preload */
  fonts: string[]
}

export type Render = (view: View, site: Site, assets: Assets, look?: LookLinks) => string

// Inlined to save a request before the first paint. Browsers without support for SVG icons request /favicon.ico.
const dataUrl = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`
const icon = dataUrl(favicon)

type DocumentProps = {
  site: Site
  assets: Assets
  look: LookLinks | undefined
  head: Head
  styles: StyleSheet
  /** `none` is for pages without islands (interactive parts). */
  scripts: 'none' | 'islands' | 'admin' | 'room'
  hasVideo: boolean
  children: ReactNode
}

export function Document({ site, assets, look, head, styles, scripts, hasVideo, children }: DocumentProps) {
  // The admin's app keeps the original look.
  const links = scripts === 'admin' ? undefined : look
  const ownLook = links && site.look
  const title = head.canonical === paths.home ? head.title : `${head.title} - ${site.name}`
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={head.description} />
        {(links ?? assets).fonts.map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <link rel="stylesheet" href={assets.styles[styles]} />
        {links?.style && <link rel="stylesheet" href={links.style} />}
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fdfaf2" media="(prefers-color-scheme: light)" />
        <meta
          name="theme-color"
          content={ownLook?.palette['color-paper'].dark ?? '#0b1510'}
          media="(prefers-color-scheme: dark)"
        />
        <Icons look={ownLook} />
        <PageMetadata site={site} head={head} />
        {assets.devScripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
        {scripts === 'admin' && <script type="module" src={assets.admin.theme} blocking="render" />}
      </head>
      <body>
        <a className="skip-link" href="#main">
          Skip to main content
        </a>
        {children}
        {scripts === 'islands' && (
          <script
            type="module"
            data-islands={assets.islands}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
            dangerouslySetInnerHTML={{ __html: starterScript }}
          />
        )}
        {hasVideo && <script type="module" src={assets.videos} />}
        {scripts === 'admin' && <script type="module" src={assets.admin.script} />}
        {scripts === 'room' && <script type="module" src={assets.room} />}
      </body>
    </html>
  )
}

function Icons({ look }: { look: SiteLook | undefined }) {
  if (!look)
    return (
      <>
        <link rel="icon" href={icon} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={paths.touchIcon} />
      </>
    )
  return (
    <>
      {look.logo ? (
        <link rel="icon" href={withVersion(paths.icon(192), look)} sizes="192x192" type="image/png" />
      ) : (
        <link rel="icon" href={dataUrl(colorFavicon(favicon, faviconColors(look)))} type="image/svg+xml" />
      )}
      <link rel="apple-touch-icon" href={withVersion(paths.touchIcon, look)} />
    </>
  )
}

const faviconColors = ({ palette }: SiteLook) => ({
  bubble: palette['logo-bubble'].light,
  sun: palette['logo-sun'].light,
  rays: palette['color-paper'].light,
})

/** Metadata for search engines, social networks, and feed readers */
function PageMetadata({ site, head }: Pick<DocumentProps, 'site' | 'head'>) {
  const canonical = head.canonical && !head.unlisted && new URL(head.canonical, site.publicUrl).href
  const picture = head.picture ?? {
    ...socialCard,
    path: paths.socialPicture,
    alt: `${site.name}: a desk with a laptop, at a window in the morning`,
    isDrawn: true,
  }
  const picturePath = picture.isDrawn ? withVersion(picture.path, site.look) : picture.path
  return (
    <>
      {canonical ? (
        <>
          <link rel="canonical" href={canonical} />
          <meta property="og:type" content={head.article ? 'article' : 'website'} />
          <meta property="og:site_name" content={site.name} />
          <meta property="og:title" content={head.title} />
          <meta property="og:description" content={head.description} />
          <meta property="og:url" content={canonical} />
          <meta property="og:image" content={new URL(picturePath, site.publicUrl).href} />
          <meta property="og:image:width" content={String(picture.width)} />
          <meta property="og:image:height" content={String(picture.height)} />
          <meta property="og:image:alt" content={picture.alt} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
      {head.article && (
        <>
          <meta name="author" content={head.article.author} />
          <meta property="article:published_time" content={head.article.publishedAt} />
          <meta property="article:modified_time" content={head.article.updatedAt} />
          {head.article.tags.map((tag) => (
            <meta key={tag} property="article:tag" content={tag} />
          ))}
        </>
      )}
      {head.meta && <meta {...head.meta} />}
      {head.alternates?.map(({ href, type, title }) => (
        <link key={href} rel="alternate" href={href} type={type} title={title} />
      ))}
      {head.data?.map((data, index) => (
        <script
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never moved
          key={index}
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped cannot end the element
          dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
        />
      ))}
    </>
  )
}
