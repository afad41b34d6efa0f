import type { ReactNode } from 'react'
import { paths } from '../contracts/paths.ts'
import type { Site } from '../contracts/site.ts'
import type { Head } from './page.ts'
import favicon from './public/favicon.svg?raw'

/** Addresses of the built files, from Vite's manifest. */
export type Assets = { styles: string[]; fonts: string[]; script: string; devScripts: string[] }

// In the page itself: one request less while the page is being painted. Browsers that cannot show it ask for
// /favicon.ico by themselves.
const icon = `data:image/svg+xml,${encodeURIComponent(favicon)}`

type DocumentProps = {
  site: Site
  assets: Assets
  head: Head
  /** A page without islands carries no script at all. */
  withScript: boolean
  children: ReactNode
}

export function Document({ site, assets, head, withScript, children }: DocumentProps) {
  const title = head.canonical === paths.home ? head.title : `${head.title} - ${site.name}`
  const canonical = head.canonical && new URL(head.canonical, site.publicUrl).href
  const picture = new URL('/social.png', site.publicUrl).href
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={head.description} />
        {assets.fonts.map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#fdfaf2" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0b1510" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href={icon} type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {canonical ? (
          <>
            <link rel="canonical" href={canonical} />
            <meta property="og:type" content="website" />
            <meta property="og:site_name" content={site.name} />
            <meta property="og:title" content={head.title} />
            <meta property="og:description" content={head.description} />
            <meta property="og:url" content={canonical} />
            <meta property="og:image" content={picture} />
            <meta property="og:image:width" content="1200" />
            <meta property="og:image:height" content="630" />
            <meta name="twitter:card" content="summary_large_image" />
          </>
        ) : (
          <meta name="robots" content="noindex" />
        )}
        {assets.devScripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
      </head>
      <body>
        <a className="skip-link" href="#main">
          Skip to the content
        </a>
        {children}
        {withScript && <script type="module" src={assets.script} fetchPriority="low" />}
      </body>
    </html>
  )
}
