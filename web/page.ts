import type { ReactNode } from 'react'
import type { Disclosure } from '../contracts/disclosure.ts'
import type { Site } from '../contracts/site.ts'

export type Head = {
  /** Without the site's name, which the document adds; the home page gives the whole title. */
  title: string
  description: string
  /** Path of the canonical address; left out where a page must not be indexed. */
  canonical?: string
  /** A page that is found by its links, but not by search engines. */
  unlisted?: boolean
  /** Path of the picture that social networks show, 1200 x 630; the site's own where it does not say. */
  picture?: string
  /** What it shows, in words. */
  pictureAlt?: string
  /** Of a post: what search engines and social networks ask for. */
  article?: { publishedAt: string; updatedAt: string; author: string; tags: string[] }
  /** Of a post: what part AI had in it (contracts/disclosure.ts). */
  disclosure?: Disclosure
  /** The same for programs: address and media type. */
  alternates?: { href: string; type: string; title?: string }[]
  /** JSON-LD, as objects (https://schema.org). */
  data?: object[]
}

/** Entries of the build in web/styles. A page fetches one, so that it fits into the first flight. */
export type StyleSheet = 'home' | 'site' | 'blog' | 'plain' | 'admin'

export type PageProps<Props> = Props & { site: Site }

/** One public page: what stands in its head, which frame it has, what it shows. */
export type Page<Props> = {
  head: (props: PageProps<Props>) => Head
  /**
   * `site`: header with navigation and footer; `bare`: the page brings its own frame; `admin` and `room`: the
   * admin's app, or a guest's writing room, draws everything.
   */
  frame: 'site' | 'bare' | 'admin' | 'room'
  /** Which style sheet it takes, `site` where it does not say. */
  styles?: StyleSheet
  Body: (props: PageProps<Props>) => ReactNode
}
