import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState, useSyncExternalStore } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { reloadCurrentUser } from '../../../../core/web/admin/current-user.ts'
import { navigate } from '../../../../core/web/admin/history.ts'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { explainFailure, problemOf } from '../../../../core/web/api-failures.ts'
import type { SaveOutcome } from '../../../../core/web/editing/record/record-edit.ts'
import { showToast } from '../../../../core/web/ui/toast.ts'
import type { PostKind } from '../../contract/post-kinds.ts'
import { type Post, postMessages, type SavedPost } from '../../contract/posts.ts'
import type { EditorHandle } from '../editor/editor-handle.ts'
import { hasText } from '../editor/html-text.ts'
import { useReview } from './disclosure.tsx'
import { formPathOf, kindWords } from './kind-words.ts'
import { leaveForm } from './new-form.ts'
import { openGroupsWith } from './panel-group.tsx'
import { PostAutosave } from './post-autosave.ts'
import { isScheduled, type PostValues, toLocalTime } from './post-values.ts'
import { refreshPosts } from './refresh-posts.ts'
import { showLoss, showSaved } from './saved-toast.ts'

/**
 * Handles saves by button or shortcut (autosaves are in post-autosave.ts): points out missing fields, asks the user to
 * confirm the AI disclosure, saves, and shows the outcome. Long, because each step can end the save.
 */
export function useSaving(
  { post, kind }: { post: Post | undefined; kind: PostKind },
  form: UseFormReturn<PostValues>,
  editor: RefObject<EditorHandle | null>,
  onCreated: (post: Post) => void,
) {
  const queries = useQueryClient()
  const { saveFailed } = kindWords[kind]
  const review = useReview(kind)
  const failure = useFailure(form, saveFailed)

  function noteSaved(saved: SavedPost, isFirst: boolean, isAutosave: boolean) {
    refreshPosts(queries, { isAutosave })
    failure.set('')
    // Any other save says itself how it ended.
    if (isAutosave && saved.lostText) showLoss(saved, saved.lostText)
    if (isFirst) onCreated(saved)
  }
  const [autosave] = useState(() => new PostAutosave(post, kind, form.getValues(), noteSaved))
  const state = useSyncExternalStore(autosave.store.subscribe, autosave.store.read)

  /** Saves the post. `thenReset`: leaves the form afterward. Returns false if the post was not saved. */
  async function save({ thenReset }: { thenReset: boolean }): Promise<boolean> {
    const values = form.getValues()
    const missing = focusMissing(values, kind, form, editor)
    failure.clear(missing)
    if (missing) {
      showToast({ title: missing, tone: 'destructive' })
      return false
    }
    const before = autosave.post
    try {
      const answer = values.isPublished ? await review.confirmSaving(values, autosave.post) : {}
      if (!answer) return false
      autosave.answer = answer
    } catch (error) {
      return finish({ ok: false, error }, before, thenReset)
    }
    let outcome = await autosave.save()
    // Save again if the user typed during the first save, because the form is about to close.
    if (outcome.ok && thenReset && autosave.state.dirty) {
      if (outcome.saved.lostText) showLoss(outcome.saved, outcome.saved.lostText)
      outcome = await autosave.save()
    }
    return finish(outcome, before, thenReset)
  }

  function finish(outcome: SaveOutcome<SavedPost | undefined>, before: Post | undefined, thenReset: boolean) {
    if (!outcome.ok) {
      if (!autosave.state.conflict) failure.show(outcome.error, autosave)
      return false
    }
    const { saved } = outcome
    if (saved.lostText) showLoss(saved, saved.lostText)
    else showSaved(saved, before, thenReset || !autosave.isOpen)
    if (thenReset) {
      autosave.forget()
      // Do not navigate if the user has already left the form.
      if (autosave.isOpen) void leaveForm(kind, saved)
    }
    return true
  }

  async function publish(publishAt: string): Promise<Post | undefined> {
    const before = form.getValues()
    const isLive = autosave.isPublished && !isScheduled(autosave.post)
    const now = isScheduled(autosave.post) ? toLocalTime(new Date()) : ''
    form.setValues({ isPublished: true, ...(!isLive && { publishAt: publishAt || now }) })
    if (await save({ thenReset: false })) return autosave.post
    form.setValues({ isPublished: before.isPublished, publishAt: before.publishAt })
    return undefined
  }

  /** Saves the text as a draft, after the server has refused to publish it. */
  function saveAsDraft(): void {
    form.setValue('isPublished', false)
    void save({ thenReset: false })
  }

  const copy = useCopying(autosave, saveFailed)
  const mayCopy = state.forbidden && state.dirty && state.saved !== undefined && !failure.isDraftOnly

  /** Saves what the user has chosen of two versions. */
  async function keepMine() {
    const theirs = autosave.post
    finish(await autosave.save(), theirs, false)
  }

  return {
    autosave,
    state,
    problem: failure.problem,
    save,
    publish,
    saveAsDraft: failure.isDraftOnly ? saveAsDraft : undefined,
    saveAsNewDraft: mayCopy ? copy : undefined,
    submit: useOnce(() => save({ thenReset: true })),
    keepMine,
    reviewDialog: review.dialog,
  }
}

/** What went wrong when the user last saved. `isDraftOnly`: the user may not publish the post, but may save it. */
function useFailure(form: UseFormReturn<PostValues>, title: string) {
  const [problem, setProblem] = useState('')
  const [isDraftOnly, setDraftOnly] = useState(false)

  function clear(problem: string) {
    setProblem(problem)
    setDraftOnly(false)
    form.clearErrors('slug')
  }

  function show(error: unknown, autosave: PostAutosave) {
    const detail = navigator.onLine ? explainFailure(error) : adviseOffline(autosave)
    // While offline, the save state in the form already says so.
    if (navigator.onLine) setProblem(`${title} ${detail}`)
    const code = problemOf(error)?.code
    if (code === 'address-refused') {
      openGroupsWith('[name=slug]')
      form.setError('slug', { message: detail })
    }
    if (code === 'bad-request') openGroupsWith(':invalid')
    if (code === 'role-too-low') {
      void reloadCurrentUser()
      setDraftOnly(
        autosave.values.isPublished && !autosave.post?.isPublished && !autosave.post?.hasBeenPublic,
      )
    }
    showToast({ title, description: detail, tone: 'destructive' })
  }

  return { problem, isDraftOnly, set: setProblem, clear, show }
}

/** Returns `action`, which ignores further calls until it has ended. */
function useOnce(action: () => Promise<unknown>): () => Promise<void> {
  const isRunning = useRef(false)
  return async () => {
    if (isRunning.current) return
    isRunning.current = true
    await action().finally(() => {
      isRunning.current = false
    })
  }
}

/** Saves the text as a draft of the user's own, after the server has refused to change the post. */
function useCopying(autosave: PostAutosave, failure: string): () => void {
  const queries = useQueryClient()
  const { run } = useApiMutation(() => autosave.saveCopy(), {
    failure,
    onSuccess(copy) {
      refreshPosts(queries)
      showToast({ title: 'Saved as a new draft', description: copy.title })
      if (copy.lostText) showLoss(copy, copy.lostText)
      if (autosave.isOpen) void navigate(formPathOf(copy))
    },
  })
  return () => run()
}

/** Focuses the first missing field. Returns the message about it; empty if none is missing. */
function focusMissing(
  { title, content, author }: PostValues,
  kind: PostKind,
  form: UseFormReturn<PostValues>,
  editor: RefObject<EditorHandle | null>,
): string {
  if (title.trim() === '') form.setFocus('title')
  else if (!hasText(content)) editor.current?.focus()
  else if (kind === 'post' && author.trim() === '') {
    openGroupsWith('[name=author]')
    form.setFocus('author')
    return 'Enter an author name.'
  } else return ''
  return postMessages.titleAndContent
}

function adviseOffline({ state, values, isPublished }: PostAutosave): string {
  if (state.copiedAt === 'no room')
    return 'This computer is out of storage, so keep this page open. Save again when you’re back online.'
  return values.isPublished || isPublished
    ? 'Your text is backed up on this device. Save again when you’re back online.'
    : 'Your text is backed up on this device. We’ll save it when you’re back online.'
}
