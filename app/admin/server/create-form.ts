import { createHash, randomUUID } from 'node:crypto'
import { paths } from '../../../core/contract/paths.ts'
import { rights } from '../../../core/contract/roles.ts'
import { type Database, isDatabaseAway } from '../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { requireSession } from '../../../core/server/http/guards/session.ts'
import { type FormPage, plainForm } from '../../../core/server/http/plain-form.ts'
import { assistantMessages } from '../../../features/assistant/contract/assistant.ts'
import type { Assistant } from '../../../features/assistant/server/assistant.ts'
import { makeExcerpt } from '../../../features/assistant/server/excerpt.ts'
import { listMedia } from '../../../features/media/server/media.ts'
import { builtInProvider } from '../../../features/posts/contract/disclosure.ts'
import {
  emptySimplePost,
  simplePostMessages as messages,
  type SimplePostErrors,
  type SimplePostForm,
  type SimplePostValues,
  simplePostForm,
} from '../../../features/posts/contract/post-form.ts'
import {
  cleanTags,
  type PostRequest,
  postLimits,
  postMessages,
} from '../../../features/posts/contract/posts.ts'
import { readMarkdown } from '../../../features/posts/server/rendering/read-text.ts'
import type { Editor } from '../../../features/posts/server/writing/editor.ts'
import { savePost } from '../../../features/posts/server/writing/save-post.ts'
import type { Refusal } from '../../../features/posts/server/writing/validate-post.ts'
import type { CreateTabProps } from '../../pages/web/admin-simple/create-tab.tsx'

/** Max bytes of the form's body. URL encoding takes up to nine bytes for a character. */
const bodyLimit = 9 * postLimits.content + 64 * 1024

/** Number of pictures that the form offers as the social picture */
const shownPictures = 50

type Problem = NonNullable<CreateTabProps['problem']>
/** Outcome that the page shows; `form`, if set, replaces the typed values. */
type Shown = Pick<CreateTabProps, 'problem' | 'success'> & { form?: SimplePostForm }

/** The form that creates a post in the simple admin (the admin without JavaScript). If it fails, it keeps the text. */
export function addCreateForm(app: App, deps: RouteDeps & { assistant: Assistant }): void {
  const { db, assistant } = deps

  plainForm(app, deps, paths.adminSimple, {
    audience: 'admin',
    role: rights.work,
    bodyLimit,
    body: simplePostForm,
    run: async (request) => {
      const { user } = requireSession(request)
      if (request.body.action === 'excerpt') return suggestExcerpt(assistant, request.body, user.id)
      return (await createPost(db, user, request.body)) ?? paths.adminSimpleSaved
    },
    onError: (request, isAway) => {
      if (isAway) return { problem: { message: failedAction(request.body), advice: messages.unreachable } }
      if (request.body.action === 'excerpt') return undefined
      return { problem: { message: postMessages.saveFailed, advice: messages.somethingWrong } }
    },
    onRefused: (form, reason) => {
      const message = failedAction(form)
      return reason === 'unavailable'
        ? { problem: { message, advice: messages.unreachable } }
        : { problem: { message, advice: messages.signedOut, signedOut: true } }
    },
    view: async ({ form: replaced, ...outcome }: Shown, typed, request) => {
      const form = replaced ?? typed
      const user = request.session?.user
      const { formKey = randomUUID(), aiExcerpt } = form
      // The form comes back even if the database is away or the session has ended. It then offers no pictures.
      const pictures = user ? await listNewestPictures(db).catch(() => []) : []
      const values = toValues(form)
      return {
        page: 'adminSimple',
        props: { tab: 'create', user, formKey, aiExcerpt, values, pictures, ...outcome },
      }
    },
  })
}

/** The newest pictures in Media, to choose the social picture from */
export async function listNewestPictures(db: Database): Promise<NonNullable<CreateTabProps['pictures']>> {
  // Their uses are not shown, so no feature needs to count them.
  const { rows } = await listMedia(db, [], { limit: shownPictures })
  return rows.map(({ src, alt, originalName }) => ({
    src,
    name: alt ? `${originalName}: ${alt}` : originalName,
  }))
}

/** Shows the form with a generated excerpt. An excerpt that the user has typed is not replaced. */
async function suggestExcerpt(
  assistant: Assistant,
  form: SimplePostForm,
  userId: number,
): Promise<FormPage<Shown>> {
  const message = assistantMessages.excerptFailed
  const { content, excerpt } = toValues(form)
  const read = await readMarkdown(content.slice(0, postLimits.content))
  if (read.outcome === 'busy') return busy(message)
  if (read.outcome === 'too-tangled') return refuse({ message, errors: { content: messages.tooTangled } })
  try {
    const made = await makeExcerpt(assistant, { userId }, read.html)
    const isKept = excerpt.trim() !== ''
    const advice = [
      isKept && `${messages.excerptProposed} "${made.excerpt}"`,
      made.provider === builtInProvider ? messages.excerptBuiltIn : !isKept && messages.excerptByAi,
    ].filter((part) => part !== false)
    const byAi = made.actionId && { authorType: 'ai' as const, aiExcerpt: made.actionId }
    return {
      status: 200,
      shown: {
        form: isKept ? form : { ...form, excerpt: made.excerpt, ...byAi },
        success: { message: messages.excerptMade, advice: advice.join(' ') },
      },
    }
  } catch (error) {
    if (isDatabaseAway(error) || !(error instanceof RequestProblem)) throw error
    if (error.code === 'bad-request') return refuse({ message: error.detail })
    return { status: error.status, shown: { problem: { message, advice: error.detail } } }
  }
}

/** Creates the post. If that fails, returns the page to show instead. */
async function createPost(
  db: Database,
  editor: Editor,
  form: SimplePostForm,
): Promise<FormPage<Shown> | undefined> {
  const values = toValues(form)
  const errors = findMissing(values)
  if (Object.keys(errors).length > 0) return refuse({ message: postMessages.allRequired, errors })
  // A text that is too long is refused before its Markdown is parsed. `savePost` returns the error message.
  if (values.content.length > postLimits.content)
    return refuseUnsaved(form, await savePost(db, editor, toPost(values, form)))
  const read = await readMarkdown(values.content)
  const message = postMessages.saveFailed
  if (read.outcome === 'busy') return busy(message)
  if (read.outcome === 'too-tangled') return refuse({ message, errors: { content: messages.tooTangled } })
  if (read.lostText && form.withoutLostText !== 'on')
    return refuse({ message, errors: { content: messages.lostText(read.lostText) }, losesText: true })
  return refuseUnsaved(
    form,
    await savePost(db, editor, toPost({ ...values, content: read.html }, form), {
      creationKey: creationKeyOf(form),
      isClean: true,
    }),
  )
}

const failedAction = ({ action }: SimplePostForm) =>
  action === 'excerpt' ? assistantMessages.excerptFailed : postMessages.saveFailed

const refuse = (problem: Problem): FormPage<Shown> => ({ status: 422, shown: { problem } })

const busy = (message: string): FormPage<Shown> => ({
  status: 503,
  retryAfterSeconds: 5,
  shown: { problem: { message, advice: messages.busy } },
})

function toValues({
  formKey: _,
  action: __,
  aiExcerpt: ___,
  withoutLostText: ____,
  isPublished,
  reviewed,
  ...typed
}: SimplePostForm): SimplePostValues {
  const checked = { isPublished: isPublished === 'on', reviewed: reviewed === 'on' }
  const values = { ...emptySimplePost, author: '', ...typed, ...checked }
  // Browsers send every line break of a form as CRLF.
  for (const field of ['content', 'excerpt'] as const) values[field] = values[field].replaceAll('\r\n', '\n')
  return values
}

function findMissing(values: SimplePostValues): SimplePostErrors {
  const errors: SimplePostErrors = {}
  for (const field of ['title', 'author', 'content'] as const)
    if (values[field].trim() === '') errors[field] = messages.required
  return errors
}

function toPost({ reviewed, ...values }: SimplePostValues, { aiExcerpt: id }: SimplePostForm): PostRequest {
  const isApplied = values.excerpt.trim() !== ''
  return {
    ...values,
    // Otherwise the check box was hidden.
    ...(reviewed && values.authorType === 'ai' && { reviewed }),
    tags: cleanTags(values.tags.split(',')),
    ...(id && {
      aiActions: [
        { id, applied: isApplied ? 'all' : 'none', fields: isApplied ? (['excerpt'] as const) : [] },
      ],
    }),
  } satisfies PostRequest
}

/**
 * Idempotency key: submitting the same form with the same text again creates no second post. The text is part of the
 * key, because a user who goes back and edits the form must not be told that the changes are already saved.
 */
function creationKeyOf(form: SimplePostForm): string {
  const { formKey = randomUUID(), ...text } = form
  return createHash('sha256')
    .update(JSON.stringify([formKey, text]))
    .digest('base64url')
}

function refuseUnsaved(
  form: SimplePostForm,
  result: Awaited<ReturnType<typeof savePost>>,
): FormPage<Shown> | undefined {
  if (result.outcome === 'saved') return undefined
  if (result.outcome === 'forbidden') {
    // The form comes back as a draft, so that another click saves the text.
    const problem = { message: postMessages.saveFailed, advice: result.detail }
    return { status: 403, shown: { problem, form: { ...form, isPublished: undefined } } }
  }
  if (result.outcome !== 'invalid') throw new Error(`a new post came back as ${result.outcome}`)
  return refuse(problemOf(result))
}

function problemOf({ field, reason, detail }: Refusal): Problem {
  if (reason === 'missing')
    return { message: postMessages.allRequired, errors: { [field]: messages.textMissing } }
  return { message: postMessages.saveFailed, errors: { [field]: detail } }
}
