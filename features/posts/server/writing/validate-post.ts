import { z } from 'zod/mini'
import { excerptOf } from '../../../../core/contract/excerpt.ts'
import { slugOf } from '../../../../core/contract/slug.ts'
import {
  type PostRequest,
  postFields,
  postLimits,
  postMessages,
  type StoredPostFields,
  storedPostFields,
} from '../../contract/posts.ts'
import { readSentHtml } from '../rendering/read-text.ts'
import { textOf, tooMuchFormatting } from '../rendering/sanitize.ts'
import { slugFromTitle } from '../slugs.ts'

/** Reason why a post cannot be saved. `detail` is a sentence for the editor. */
export type Refusal = { field: keyof PostRequest; reason: 'missing' | 'unfit'; detail: string }

type RequiredFields = 'title' | 'content' | 'excerpt'
/** The columns that a request sets. Columns that it does not set are not in the object. */
export type SentFields = Pick<StoredPostFields, RequiredFields> &
  Partial<Omit<StoredPostFields, RequiredFields>>

/** A valid request, ready to be saved */
export type ValidPost = {
  fields: SentFields
  slug: string
  publishedAt: Date | undefined
  /** Number of characters that sanitizing removed, if that is a lot */
  lostText: number | undefined
}

const otherFields = z.partial(z.omit(storedPostFields, { content: true }))
/** A publication date outside of these years must be a typo. It would distort lists, which are sorted by this date. */
const earliest = new Date('1900-01-01T00:00:00Z')
const latest = new Date('3000-01-01T00:00:00Z')

/**
 * @param isClean - The content comes from our own sanitizer.
 * @param isImported - The slug is that of an old site, also if it looks as if it was generated from the title.
 */
export async function validatePost(
  request: PostRequest,
  { isClean = false, isImported = false } = {},
): Promise<{ ok: true; post: ValidPost } | { ok: false; refusal: Refusal }> {
  const { title = '', content: sent = '' } = request
  const tooLong = postFields.content.stored.safeParse(sent).error?.issues[0]
  if (tooLong) return refuse('content', tooLong.message)
  const read = isClean ? ({ outcome: 'read', html: sent } as const) : await readSentHtml(sent)
  if (read.outcome !== 'read') return refuse('content', tooMuchFormatting)
  const content = read.html
  if (title.trim() === '') return refuse('title', postMessages.titleAndContent, 'missing')
  if (textOf(content).trim() === '') return refuse('content', postMessages.titleAndContent, 'missing')
  const parsed = otherFields.safeParse(request)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return refuse((issue?.path[0] ?? 'title') as keyof PostRequest, issue?.message ?? '')
  }
  if ((request.transcript ?? '').length > postLimits.transcript)
    return refuse(
      'transcript',
      `Keep the transcript to ${postLimits.transcript.toLocaleString('en-US')} characters or fewer.`,
    )
  const publishedAt = request.publishedAt === undefined ? undefined : new Date(request.publishedAt)
  if (publishedAt && !(publishedAt >= earliest && publishedAt < latest))
    return refuse('publishedAt', 'Choose a date between the years 1900 and 2999.')
  const { excerpt = '' } = parsed.data
  return {
    ok: true,
    post: {
      fields: {
        ...parsed.data,
        title,
        content,
        excerpt: excerpt.trim() === '' ? excerptOf(content) : excerpt,
      },
      slug: wantedSlug(title, request.slug ?? '', isImported),
      publishedAt,
      lostText: 'lostText' in read ? read.lostText : undefined,
    },
  }
}

function refuse(field: keyof PostRequest, detail: string, reason: Refusal['reason'] = 'unfit') {
  return { ok: false, refusal: { field, reason, detail } } as const
}

/**
 * Clients may send the slug that they generated from the title. Only a different slug counts as the editor's choice.
 */
function wantedSlug(title: string, sent: string, isImported: boolean): string {
  const chosen = slugFromTitle(sent)
  const isGenerated = chosen === '' || (!isImported && chosen === slugOf(title))
  return isGenerated ? slugFromTitle(title) : chosen
}
