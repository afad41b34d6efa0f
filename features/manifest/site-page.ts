import { isFeatureOn } from '../../core/contract/feature-switches.ts'
import type { Site, SiteContent } from '../../core/contract/site.ts'
import type { Queryable } from '../../core/server/db/connect.ts'
import type { DrawingStyle } from '../../core/server/drawings/draw.ts'
import type { View } from '../../core/web/page.ts'
import type { PostKind } from '../posts/contract/post-kinds.ts'

/**
 * Everything that a page is generated from. No cookies or headers, so a cached page cannot contain a visitor's data.
 */
export type PageContext = {
  db: Queryable
  site: Site
  /** Number of daily backups that are kept */
  backupsKept: number
  /** True if no email server is set up, so that an admin sends the emails in the Outbox. */
  byHand: boolean
  /** Reads the colors, typefaces, and logo for drawings */
  readStyle: () => Promise<DrawingStyle>
  params: Record<string, string>
  query: Record<string, string>
}

/** Data for pages that everyone sees. `tags` name it for the page cache. */
export type PublicData<Data> = { tags: string[]; read: (db: Queryable) => Promise<Data> }

/** `tags` name the data that the page shows. When that data changes, the page is purged from the page cache. */
export type PageResult =
  | {
      kind: 'view'
      view: View
      tags: string[]
      status?: 410
      headers?: Record<string, string>
      /** Returns false once anything besides the tagged data, such as the year, has changed. */
      isCurrent?: () => boolean
    }
  | {
      kind: 'file'
      body: string | Buffer
      contentType: string
      tags: string[]
      headers?: Record<string, string>
    }
  /**
   * A permanent redirect. `isKept: false` for a redirect from a different spelling of a URL, because the page cache
   * could not hold all spellings.
   */
  | { kind: 'redirect'; to: string; tags: string[]; isKept?: false }
  | { kind: 'not found' }

/**
 * `page`: for people. `searchable`: a page that is rendered for each search (`q`). `post`: a page that is also sent as
 * Markdown, and leads an admin to the preview of a draft; `of` is the kind of the draft. `file`: for programs.
 */
export type PageKind = { kind: 'page' | 'searchable' | 'file' } | { kind: 'post'; of: PostKind }

export type SitePage = PageKind & {
  path: string
  /** The feature that it belongs to, if it can be switched off */
  feature?: string | undefined
  /** Returns false for params that make a path of something else, or of nothing. It is then as if without a route. */
  isAddress?: (params: Record<string, string>) => boolean
  /** Title and summary in llms.txt. Every page that search engines may show has them and is in the sitemap. */
  listed?: (content: SiteContent) => { title: string; about: string }
  /** Lists the pages of a route with parameters. Those that search engines and language models get have `listed`. */
  members?: PublicData<PageMember[]>
  /** Sentence in the place of the page's form in a copy of the site. A link to the form follows. */
  liveForm?: string
  /** The query parameters that change the page, with their allowed values. Others are ignored. */
  query?: Record<string, RegExp>
  load: (context: PageContext) => Promise<PageResult>
}

export type PageMember = {
  params: Record<string, string>
  path: string
  /** `path`: where programs read it */
  listed?: { title: string; about: string; path: string }
}

/** False for a page of a feature that is switched off */
export const isPageOn = ({ feature }: SitePage, { off }: Site): boolean => isFeatureOn(off, feature)
