import type { Site } from '../../../core/contract/site.ts'
import { linkParts } from '../../../core/contract/text-parts.ts'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { WriteEmail } from '../../../core/server/mail/email-templates.ts'
import { toSocialPicture } from '../../media/server/picture.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import type { PostRow } from '../../posts/server/post-rows.ts'
import { findPostRow } from '../../posts/server/reading/find-post.ts'
import { absoluteLinks } from '../../posts/server/rendering/absolute-links.ts'
import { toPortableHtml } from '../../posts/server/rendering/blocks/portable-blocks.ts'
import type { Editor } from '../../posts/server/writing/editor.ts'
import { readUnsaved } from '../../posts/server/writing/read-unsaved.ts'
import type { IssueDraft, IssueRequest } from '../contract/newsletter.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'

/** Placeholder in text and HTML for the subscriber's token */
export const tokenMark = 'subscription-token'

export type Writing = { writeEmail: WriteEmail; site: Site }

export const refuse = (detail: string) => new RequestProblem('not-accepted', { detail })

/**
 * Writes the email of an issue, with `tokenMark` in its links instead of a subscriber's token.
 * @throws RequestProblem if it may not be sent at its time
 */
export async function writeIssue(db: Queryable, request: IssueRequest, writing: Writing) {
  if (request.postId === undefined) return write(undefined, request, writing)
  const post = await findPostRow(db, request.postId)
  const isPublic =
    post?.isPublished && !post.deletedAt && post.publishedAt <= new Date(request.startsAt ?? Date.now())
  if (!isPublic || post.kind !== 'post')
    throw refuse(
      post?.isPublished && request.startsAt
        ? 'The post isn’t public yet at that time. Choose a later time.'
        : 'Only a published post can be sent. Publish it first.',
    )
  return write(post, request, writing)
}

/** Like `writeIssue`, also with the post of an editor that has not been saved or published */
export async function writeDraft(
  db: Database,
  editor: Editor,
  { post, ...request }: IssueDraft,
  writing: Writing,
) {
  if (!post) return writeIssue(db, request, writing)
  return readUnsaved(db, editor, post, async (tx, { id }) =>
    write(await findPostRow(tx, id), request, writing),
  )
}

function write(
  post: PostRow | undefined,
  { subject, firstLine, words = '' }: IssueRequest,
  { writeEmail, site }: Writing,
) {
  if (site.postalAddress.trim() === '') throw new RequestProblem('no-postal-address')
  if (!post && !subject) throw refuse('Write a subject.')
  if (!post && words === '') throw refuse('Write the words of the issue.')
  return writeEmail({
    template: 'newsletterIssue',
    props: {
      subject: subject || (post?.title ?? ''),
      firstLine: firstLine || (post?.excerpt ?? ''),
      words,
      post: post && describePost(post, site.publicUrl),
      manageUrl: site.publicUrl + newsletterPaths.manage(tokenMark),
    },
  })
}

function describePost(post: PostRow, publicUrl: string) {
  const url = publicUrl + postPaths.post(post.slug)
  const html = toPortableHtml(linkParts(post.content, url), { button: emailButton })
  const picture = post.picture ? toSocialPicture(post.picture) : undefined
  return {
    title: post.title,
    author: post.author,
    html: absoluteLinks(html, publicUrl),
    url,
    picture: picture && { ...picture, src: publicUrl + picture.src },
  }
}

/** A button as in core/emails/email-template.tsx: some versions of Outlook ignore a link's background and padding. */
const emailButton = (link: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" class="action"><tbody><tr><td class="button">${link}</td></tr></tbody></table>`
