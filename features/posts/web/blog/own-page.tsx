import { formatLongDate } from '../../../../core/contract/format-date.ts'
import type { Site } from '../../../../core/contract/site.ts'
import type { Page } from '../../../../core/web/page.ts'
import { organizationData } from '../../../../core/web/site/organization-data.ts'
import { postPaths } from '../../contract/post-paths.ts'
import type { Post } from '../../contract/posts.ts'
import { postPage as postWords } from '../../words/blog.ts'
import { disclosureLine, disclosureOfPage } from '../../words/disclosure.ts'
import { BookingBox } from './booking-box.tsx'
import { PostBody, PostTitle } from './post-body.tsx'
import { breadcrumbs, postHead, searchDescriptionOf, socialPictureOf } from './search-and-social.ts'

type OwnPageProps = {
  page: Post
  /** True for the preview of a page that may not be public yet */
  isPreview?: boolean
}

/** A page of the office's own, such as About */
export const ownPage: Page<OwnPageProps> = {
  head: ({ page, site, isPreview }) => ({
    ...postHead(page),
    ...(!isPreview && {
      canonical: postPaths.ownPage(page.slug),
      picture: socialPictureOf(page, site),
      alternates: [{ href: postPaths.ownPageMarkdown(page.slug), type: 'text/markdown' }],
      data: describe(page, site),
    }),
  }),
  styles: 'blog',
  Body: ({ page, site, isPreview }) => (
    <main id="main" tabIndex={-1} className="wrap">
      <article className="post own-page">
        {isPreview && <p className="post-preview">{postWords.preview}</p>}
        <PostTitle post={page} />
        <PostBody post={page} site={site} />
        <footer className="post-end">
          <p className="post-made">
            {site.content.blog.labels.updated}{' '}
            <time dateTime={page.updatedAt}>{formatLongDate(page.updatedAt, site)}</time>.{' '}
            {disclosureOfPage(disclosureLine(page))}
          </p>
        </footer>
        <BookingBox site={site} service="own-page" />
      </article>
    </main>
  ),
}

/** https://schema.org/WebPage */
function describe(page: Post, site: Site): object[] {
  const url = new URL(postPaths.ownPage(page.slug), site.publicUrl).href
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'WebPage',
      name: page.title,
      description: searchDescriptionOf(page),
      url,
      datePublished: page.publishedAt,
      dateModified: page.updatedAt,
      publisher: organizationData(site),
      image: new URL(page.socialPicture?.src ?? postPaths.ownPagePicture(page.slug), site.publicUrl).href,
    },
    breadcrumbs([site.name, site.publicUrl], [page.title, url]),
  ]
}
