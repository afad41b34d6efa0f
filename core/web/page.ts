import type { ComponentType, ReactNode } from 'react'
import type { Site } from '../contract/site.ts'

export type Head = {
  /** Without the site's name, which document.tsx appends. Only the home page includes the name. */
  title: string
  description: string
  /** Path of the canonical URL. Without it, search engines are asked not to index the page. */
  canonical?: string
  /** True for a page that must not be indexed although it has a canonical URL */
  unlisted?: boolean
  /** The picture that social networks show, by default the site's own */
  picture?: {
    path: string
    alt: string
    width: number
    height: number
    /** True if it is drawn in the look of the site, and changes with it */
    isDrawn: boolean
  }
  /** Metadata of a post for search engines and social networks */
  article?: { publishedAt: string; updatedAt: string; author: string; tags: string[] }
  /** Another meta tag, such as AI's part in a text */
  meta?: { name: string; content: string }
  /** Versions of the page for programs, such as feeds */
  alternates?: { href: string; type: string; title?: string }[]
  /** JSON-LD, as objects (https://schema.org). */
  data?: object[]
}

/** Entries of the build in app/styles. A page loads only one, so that it fits into the first round trip. */
export type StyleSheet = 'home' | 'site' | 'blog' | 'article' | 'plain' | 'admin'

export type PageProps<Props> = Props & { site: Site }

/** A page that the server renders: its head, frame, style sheet, and body */
export type Page<Props> = {
  head: (props: PageProps<Props>) => Head
  /**
   * `site` (the default): header with navigation and footer; `bare`: none; `admin` and `room`: the app of the admin or
   * of the writing room renders everything in the browser.
   */
  frame?: 'site' | 'bare' | 'admin' | 'room'
  /** By default `site` */
  styles?: StyleSheet
  Body: (props: PageProps<Props>) => ReactNode
}

/** All pages by name. The list of pages adds them (app/pages/web/render.tsx). */
// biome-ignore lint/suspicious/noEmptyInterface: core knows no page
export interface Pages {}

type PropsOf<Listed> = Listed extends Page<infer Props> ? Props : never

/** The name of a page together with its props */
export type View = { [Name in keyof Pages]: { page: Name; props: PropsOf<Pages[Name]> } }[keyof Pages]

/** The parts of the public site that a feature adds, `publicParts` of its `public.tsx` */
export type PublicFeature = {
  /** Name by which it can be switched off, as in its manifest on the server */
  name: string
  pages: Record<string, Page<never>>
  /** Movable parts of the home page, by section. `data` is what the manifest on the server reads for the part. */
  homeParts?: Record<string, ComponentType<{ site: Site; data: never }>>
  /** Shown below a post and below the list of posts */
  AfterPosts?: ComponentType<{ site: Site }>
}
