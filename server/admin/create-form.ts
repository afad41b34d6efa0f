import { createHash, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { assistantMessages, builtInProvider } from '../../contracts/assistant.ts'
import { paths } from '../../contracts/paths.ts'
import {
  emptySimplePost,
  type SimplePostErrors,
  type SimplePostForm,
  type SimplePostValues,
  simplePostForm,
  simplePostMessages as words,
} from '../../contracts/post-form.ts'
import { cleanTags, type PostRequest, postLimits, postMessages } from '../../contracts/posts.ts'
import type { Assistant } from '../assistant/assistant.ts'
import { makeExcerpt } from '../assistant/excerpt.ts'
import { isDatabaseAway } from '../db/connect.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import type { Refused } from '../http/guards/route-access.ts'
import { readMarkdown } from '../posts/markdown.ts'
import { type Editor, savePost } from '../posts/posts.ts'
import type { Refusal } from '../posts/validate-post.ts'

/** Bytes: a form writes a character of text in up to nine. */
const bodyLimit = 9 * postLimits.content + 64 * 1024

/** The plain form that makes a post. It posts to its own page, and whatever fails, the text comes back. */
export function addCreateForm(app: App, { db, sendPage }: RouteDeps, assistant: Assistant): void {
  app.post(
    paths.adminSimple,
    {
      config: { audience: 'admin', kind: 'form', whenRefused },
      bodyLimit,
      schema: { hide: true, body: simplePostForm },
    },
    async (request, reply) => {
      if (!request.session) throw new RequestProblem('sign-in-required')
      if (request.body.action === 'excerpt') return suggestExcerpt(request, reply, request.session.user.id)
      try {
        const problem = await createPost(request.session.user, request.body)
        if (problem === 'busy')
          return busy(request, reply, { form: request.body, message: postMessages.saveFailed })
        if (problem) return again(request, reply, 422, { form: request.body, ...problem })
      } catch (error) {
        const away = isDatabaseAway(error)
        if (away) reply.header('retry-after', 5)
        else request.log.error({ err: error }, 'a request failed')
        return again(request, reply, away ? 503 : 500, {
          form: request.body,
          message: postMessages.saveFailed,
          advice: away ? words.unreachable : words.somethingWrong,
        })
      }
      return reply.redirect(paths.adminSimpleSaved, 303)
    },
  )

  /** The page again with an excerpt in it. One that somebody wrote stays. */
  async function suggestExcerpt(request: FastifyRequest, reply: FastifyReply, userId: number) {
    const form = request.body as SimplePostForm
    const { content, excerpt } = valuesOf(form)
    try {
      const read = await readMarkdown(content.slice(0, postLimits.content))
      if (read.outcome === 'busy')
        return busy(request, reply, { form, message: assistantMessages.excerptFailed })
      if (read.outcome === 'too-tangled')
        return again(request, reply, 422, {
          form,
          message: assistantMessages.excerptFailed,
          errors: { content: words.tooTangled },
        })
      const made = await makeExcerpt(assistant, { userId }, read.html)
      const taken = excerpt.trim() !== ''
      const advice = [
        taken && `${words.excerptProposed} "${made.excerpt}"`,
        made.provider === builtInProvider ? words.excerptBuiltIn : !taken && words.excerptByAi,
      ].filter((part) => part !== false)
      const byAi = made.actionId && { authorType: 'ai' as const, aiExcerpt: made.actionId }
      const filled = taken ? form : { ...form, excerpt: made.excerpt, ...byAi }
      return show(reply, 200, request, filled, {
        success: { message: words.excerptMade, advice: advice.join(' ') },
      })
    } catch (error) {
      if (isDatabaseAway(error)) {
        reply.header('retry-after', 5)
        const problem = { message: assistantMessages.excerptFailed, advice: words.unreachable }
        return again(request, reply, 503, { form, ...problem })
      }
      if (!(error instanceof RequestProblem)) throw error
      const tooShort = error.code === 'bad-request'
      return again(request, reply, tooShort ? 422 : error.status, {
        form,
        message: tooShort ? error.detail : assistantMessages.excerptFailed,
        ...(!tooShort && { advice: error.detail }),
      })
    }
  }

  /** What keeps the form from becoming a post; undefined when it has become one. */
  async function createPost(editor: Editor, form: SimplePostForm): Promise<FormProblem | 'busy' | undefined> {
    const values = valuesOf(form)
    const errors = findMissing(values)
    if (Object.keys(errors).length > 0) return { message: postMessages.allRequired, errors }
    // Refused for its length, without being read.
    if (values.content.length > postLimits.content)
      return refuse(await savePost(db, editor, callOf(values, form)))
    const read = await readMarkdown(values.content)
    if (read.outcome === 'busy') return 'busy'
    if (read.outcome === 'too-tangled')
      return { message: postMessages.saveFailed, errors: { content: words.tooTangled } }
    if (read.lostText && form.withoutLostText !== 'on')
      return {
        message: postMessages.saveFailed,
        errors: { content: words.lostText(read.lostText) },
        losesText: true,
      }
    return refuse(
      await savePost(db, editor, callOf({ ...values, content: read.html }, form), {
        creationKey: creationKeyOf(form),
        isClean: true,
      }),
    )
  }

  /** Somebody who is turned away keeps the text, and signs in beside it. */
  async function whenRefused(request: FastifyRequest, reply: FastifyReply, why: Refused) {
    const form = simplePostForm.safeParse(request.body)
    const wantsExcerpt = form.success && form.data.action === 'excerpt'
    const message = wantsExcerpt ? assistantMessages.excerptFailed : postMessages.saveFailed
    if (why === 'unavailable') {
      if (!form.success) throw new RequestProblem('unavailable', { retryAfterSeconds: 5 })
      reply.header('retry-after', 5)
      const problem = { message, advice: words.unreachable }
      return again(request, reply, 503, { form: form.data, ...problem })
    }
    if (!form.success) throw new RequestProblem('sign-in-required')
    const problem = { message, advice: words.signedOut, signedOut: true }
    return again(request, reply, 401, { form: form.data, ...problem })
  }

  function busy(
    request: FastifyRequest,
    reply: FastifyReply,
    problem: { form: SimplePostForm; message: string },
  ) {
    reply.header('retry-after', 5)
    return again(request, reply, 503, { ...problem, advice: words.busy })
  }

  /** The page with everything that was typed. */
  function again(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    { form, ...problem }: FormProblem & { form: SimplePostForm },
  ) {
    return show(reply, status, request, form, { problem })
  }

  function show(
    reply: FastifyReply,
    status: number,
    request: FastifyRequest,
    form: SimplePostForm,
    outcome: { problem: FormProblem } | { success: { message: string; advice: string } },
  ) {
    const props = {
      tab: 'create',
      username: request.session?.user.username,
      formKey: form.formKey ?? randomUUID(),
      aiExcerpt: form.aiExcerpt,
      values: valuesOf(form),
      ...outcome,
    } as const
    return sendPage(reply, { page: 'adminSimple', props }, status)
  }
}

type FormProblem = {
  message: string
  advice?: string
  errors?: SimplePostErrors
  signedOut?: boolean
  losesText?: boolean
}

function valuesOf({
  formKey: _,
  action: __,
  aiExcerpt: ___,
  withoutLostText: ____,
  isPublished,
  ...typed
}: SimplePostForm): SimplePostValues {
  const values = { ...emptySimplePost, author: '', ...typed, isPublished: isPublished === 'on' }
  // Forms send every line break as two characters.
  for (const field of ['content', 'excerpt'] as const) values[field] = values[field].replaceAll('\r\n', '\n')
  return values
}

function findMissing(values: SimplePostValues): SimplePostErrors {
  const errors: SimplePostErrors = {}
  for (const field of ['title', 'author', 'content'] as const)
    if (values[field].trim() === '') errors[field] = words.required
  return errors
}

function callOf(values: SimplePostValues, { aiExcerpt: id }: SimplePostForm): PostRequest {
  const stays = values.excerpt.trim() !== ''
  return {
    ...values,
    tags: cleanTags(values.tags.split(',')),
    ...(id && {
      aiActions: [{ id, applied: stays ? 'all' : 'none', fields: stays ? (['excerpt'] as const) : [] }],
    }),
  } satisfies PostRequest
}

/**
 * The same form with the same text is one post, however often it is sent. The text is part of the key: who
 * goes back to a form and writes on must not be told that it is saved already.
 */
function creationKeyOf(form: SimplePostForm): string {
  const { formKey = randomUUID(), ...text } = form
  return createHash('sha256')
    .update(JSON.stringify([formKey, text]))
    .digest('base64url')
}

function refuse(result: Awaited<ReturnType<typeof savePost>>): FormProblem | undefined {
  if (result.outcome === 'saved') return undefined
  if (result.outcome !== 'invalid') throw new Error(`a new post came back as ${result.outcome}`)
  return problemOf(result)
}

function problemOf({ field, reason, detail }: Refusal): FormProblem {
  if (reason === 'missing')
    return { message: postMessages.allRequired, errors: { [field]: words.textMissing } }
  return { message: postMessages.saveFailed, errors: { [field]: detail } }
}
