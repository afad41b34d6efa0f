import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useForm, useWatch } from 'react-hook-form'
import { builtInProvider } from '../../../contracts/assistant.ts'
import { formatRecent } from '../../../contracts/format-date.ts'
import { paths } from '../../../contracts/paths.ts'
import { type Post, postMessages, type SavedPost } from '../../../contracts/posts.ts'
import { explainFailure } from '../../api-failures.ts'
import type { EditorHandle } from '../../editing/editor/editor-handle.ts'
import { hasText } from '../../editing/html-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { onSaveKey } from '../../ui/save-shortcut.ts'
import { showToast } from '../../ui/toast.ts'
import { blockNavigation } from '../history.ts'
import { builtInNote } from './ai-calls.ts'
import { AiProposal, type Proposal, type ProposedValues } from './ai-proposal.tsx'
import { noteApplied, noteTakenBack } from './applied-actions.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { ContentField } from './content-field.tsx'
import { askDisclosure, hasAi, isSameDisclosure, useReview } from './disclosure.tsx'
import { DraftKeeper, type SaveOutcome } from './draft-keeper.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { openNewForm } from './open-new-form.ts'
import { takeHanded } from './pending-proposal.ts'
import { postListKey } from './post-calls.ts'
import { PostPanel } from './post-panel.tsx'
import { isScheduled, newPostValues, type PostValues, valuesOf } from './post-values.ts'
import { RestoreNotice } from './restore-notice.tsx'
import { SaveState } from './save-state.tsx'
import { sayWhatWasLost, sayWhatWasSaved } from './saved-toast.ts'
import { TitleField } from './title-field.tsx'

type PostFormProps = {
  /** Undefined: a new one. */
  post: Post | undefined
  actions: HTMLElement | null
  onCreated: (post: Post) => void
}

type Offer = Proposal & { offered: ProposedValues }
/** What stands in the form of a proposal, and the way back. */
type Filled = { offered: ProposedValues; values: ProposedValues; note: string; takeBack: () => void }

/** Writing a post. The text lives in the form and the editor; the keeper sees that none of it is lost. */
export function PostForm({ post, actions, onCreated }: PostFormProps) {
  const [start] = useState(() => (post ? valuesOf(post) : newPostValues))
  const form = useForm<PostValues>({ defaultValues: start })
  const queries = useQueryClient()
  const onSaved = useRef((saved: SavedPost, isNew: boolean) => {
    void queries.invalidateQueries({ queryKey: [postListKey] })
    void queries.invalidateQueries({ queryKey: [paths.api.recentPosts] })
    setProblem('')
    if (saved.lostText) sayWhatWasLost(saved, saved.lostText)
    if (isNew) onCreated(saved)
  })
  const [keeper] = useState(() => new DraftKeeper({ post, values: start, onSaved: onSaved.current }))
  const state = useSyncExternalStore(keeper.subscribe, keeper.read)
  const editor = useRef<EditorHandle>(null)
  const [problem, setProblem] = useState('')
  const [proposal, setProposal] = useState<Offer>()
  const review = useReview()
  const [filled, setFilled] = useState<Filled>()
  const [leaving, setLeaving] = useState<(answer: boolean) => void>()
  const submitting = useRef<Promise<unknown>>(undefined)
  const [isPublished, publishAt] = useWatch({ control: form.control, name: ['isPublished', 'publishAt'] })
  const isEditing = post !== undefined

  useEffect(() => keeper.open(), [keeper])
  // The form tells of every change by this; rendering at every letter would be too dear.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: () => keeper.change({ ...form.getValues() }),
      }),
    [form, keeper],
  )
  useEffect(() => (state.dirty ? holdBack(setLeaving) : undefined), [state.dirty])
  useEffect(() => onSaveKey(() => void save.current(false)))

  function fill(values: Partial<PostValues>) {
    for (const [name, value] of Object.entries(values))
      form.setValue(name as keyof PostValues, value as never)
    if (values.content !== undefined) editor.current?.setContent(values.content)
  }

  /** AI never overwrites: what is empty is filled, with a way back; about the rest the person is asked. */
  function takeProposal(taken: Proposal) {
    const { values } = taken
    const now = form.getValues()
    const names = Object.keys(values) as (keyof ProposedValues)[]
    const isEmpty = (name: keyof ProposedValues) =>
      name === 'content'
        ? !hasText(now.content) && !now.content.includes('<img')
        : now[name].toString().trim() === ''
    const pick = (wanted: (name: keyof ProposedValues) => boolean) =>
      Object.fromEntries(names.filter(wanted).map((name) => [name, values[name]])) as ProposedValues
    const offer = { ...taken, offered: values }
    fillIn(pick(isEmpty), offer)
    const asked = pick((name) => !isEmpty(name) && String(now[name]) !== String(values[name]))
    if (Object.keys(asked).length > 0) setProposal({ ...offer, values: asked })
  }

  function fillIn(values: ProposedValues, from: Offer) {
    const names = Object.keys(values)
    if (names.length === 0) return
    const takeBack = apply(values, from)
    // What was empty is filled first, and what was accepted follows: one Undo takes back both.
    const first = filled?.offered === from.offered ? filled : undefined
    setFilled({
      offered: from.offered,
      values: { ...first?.values, ...values },
      note: builtInNote(from.provider),
      takeBack() {
        takeBack()
        first?.takeBack()
      },
    })
  }

  function undoFilled({ values, takeBack }: Filled) {
    const now = form.getValues()
    const isSame = Object.entries(values).every(
      ([name, value]) => String(now[name as keyof ProposedValues]) === String(value),
    )
    if (!isSame && !confirm('Undo? Your edits since then will be lost too.')) return
    takeBack()
    setFilled(undefined)
    form.setFocus('title')
  }

  /** The one place where a part of a proposal becomes a part of the post. Returns the way back. */
  function apply(values: ProposedValues, from: Offer): () => void {
    const names = Object.keys(values) as (keyof ProposedValues)[]
    const now = form.getValues()
    const { provider, transcript } = from
    const changed = [...names, 'authorType' as const, ...(transcript ? ['transcript' as const] : [])]
    const before = Object.fromEntries(changed.map((name) => [name, now[name]]))
    const byAi = provider !== builtInProvider
    fill({
      ...values,
      ...(byAi && { authorType: 'ai' as const }),
      ...(transcript && { transcript }),
      aiActions: noteApplied(now.aiActions, from, values),
    })
    return () => {
      fill({ ...before, aiActions: noteTakenBack(form.getValues('aiActions'), now.aiActions, from) })
      from.onTakenBack?.()
    }
  }

  /** Whether the post may be saved: what readers are told about AI in it has been seen, where that is new to them. */
  async function mayShow({ authorType, content, aiActions, isPublished }: PostValues): Promise<boolean> {
    if (!isPublished || !hasAi(form.getValues(), keeper.post)) return true
    const told = await askDisclosure({ id: keeper.postId, authorType, content, aiActions })
    if (told.disclosure === 'human-only' || (keeper.isPublished && isSameDisclosure(told, keeper.post)))
      return true
    return review.ask(told, !keeper.isPublished)
  }

  async function saveForm(thenReset: boolean): Promise<boolean> {
    const values = form.getValues()
    const missing =
      values.title.trim() === '' || !hasText(values.content)
        ? postMessages.titleAndContent
        : values.author.trim() === ''
          ? 'Enter an author name.'
          : ''
    if (missing) {
      setProblem(missing)
      showToast({ title: missing, tone: 'destructive' })
      if (values.title.trim() === '') form.setFocus('title')
      else if (!hasText(values.content)) editor.current?.focus()
      else form.setFocus('author')
      return false
    }
    setProblem('')
    const before = keeper.post
    try {
      if (!(await mayShow(values))) return false
    } catch (error) {
      return finish({ ok: false, error }, before, thenReset)
    }
    let outcome = await keeper.save()
    // Typed while it was being saved.
    if (outcome.ok && thenReset && keeper.state.dirty) outcome = await keeper.save()
    return finish(outcome, before, thenReset)
  }

  function finish(outcome: SaveOutcome, before: Post | undefined, thenReset: boolean): boolean {
    if (!outcome.ok) {
      if (keeper.state.conflict) return false
      if (!navigator.onLine) {
        // The line beside the button says why, for as long as that lasts.
        showToast({ title: postMessages.saveFailed, description: adviceOffline(), tone: 'destructive' })
        return false
      }
      const detail = explainFailure(outcome.error)
      setProblem(`${postMessages.saveFailed} ${detail}`)
      showToast({ title: postMessages.saveFailed, description: detail, tone: 'destructive' })
      return false
    }
    setProblem('')
    // What a save lost is said already, and stays.
    if (!outcome.post.lostText) sayWhatWasSaved(outcome.post, before, thenReset || !keeper.isOpen)
    if (thenReset) {
      keeper.forget()
      // Do not navigate if the person has already left the form.
      if (keeper.isOpen) void openNewForm()
    }
    return true
  }

  function adviceOffline(): string {
    if (keeper.state.copiedAt === 'no room')
      return 'This computer is out of storage, so keep this page open. Save again when you’re back online.'
    const isDraft = !form.getValues('isPublished') && !keeper.isPublished
    return isDraft
      ? 'Your text is backed up on this device. We’ll save it when you’re back online.'
      : 'Your text is backed up on this device. Save again when you’re back online.'
  }

  // What the AI tools have made comes in once the form stands.
  const takeFirst = useRef(takeProposal)
  useEffect(() => {
    const handed = isEditing ? undefined : takeHanded()
    if (handed) takeFirst.current(handed)
  }, [isEditing])

  // The key is listened for once; what it does is always the newest.
  const save = useRef(saveForm)
  save.current = saveForm

  const refusal = state.dirty && state.refused ? `${postMessages.saveFailed} ${state.problem}` : ''

  return (
    <form
      id="post-form"
      className="post-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A second click while the first is on its way.
        if (!submitting.current)
          submitting.current = saveForm(true).finally(() => (submitting.current = undefined))
      }}
      onKeyDown={keepEnterFromSaving}
    >
      {actions &&
        createPortal(
          <>
            <div className="save-words">
              <SaveState
                state={state}
                isNew={!isEditing}
                willAutosave={!isPublished && !keeper.isPublished}
              />
              <p className="save-hint" id="save-hint">
                {describeNextSave(keeper.post, isPublished, publishAt)}
              </p>
            </div>
            {isEditing && (
              <button type="button" className="btn btn-quiet btn-small" onClick={() => void openNewForm()}>
                Cancel Edit
              </button>
            )}
            <button type="submit" form="post-form" className="btn btn-small" aria-describedby="save-hint">
              {isEditing ? 'Update Post' : 'Save Post'}
            </button>
          </>,
          actions,
        )}
      <div className="post-page">
        <h1 className="sr-only">{isEditing ? 'Edit Post' : 'Create Post'}</h1>
        {/* Said aloud, and the focus stays: whoever saves by key may be in the middle of a word. */}
        {(problem || refusal) && (
          <Notice tone="problem" autoFocus={false}>
            {problem || refusal}
          </Notice>
        )}
        {/* What was a new form is a post by now: another text would take its place. */}
        {keeper.postId === post?.id && (
          <RestoreNotice
            postId={post?.id}
            formKey={keeper.formKey}
            onRestore={(copy) => {
              const aside = keeper.adopt(copy)
              fill(copy.values)
              return aside
            }}
          />
        )}
        {filled && (
          <Notice tone="success">
            <p>
              Filled in: {Object.keys(filled.values).join(', ')}. {filled.note}{' '}
              <button type="button" className="text-button" onClick={() => undoFilled(filled)}>
                Undo
              </button>
            </p>
          </Notice>
        )}
        <TitleField
          form={form}
          onEnter={() => editor.current?.focus()}
          onApply={(values, from) => apply(values, { ...from, offered: values })}
        />
        <ContentField form={form} editor={editor} initial={start.content} onProposal={takeProposal} />
      </div>
      <PostPanel
        form={form}
        keeper={keeper}
        onProposal={takeProposal}
        onRestored={(restored) => {
          const values = valuesOf(restored)
          keeper.accept(restored, values)
          fill(values)
        }}
      />
      {proposal && (
        <AiProposal
          before={form.getValues()}
          proposal={proposal}
          onClose={() => setProposal(undefined)}
          onAccept={async (accepted) => {
            await keeper.keepRevision()
            setProposal(undefined)
            fillIn(accepted, proposal)
          }}
        />
      )}
      {review.dialog}
      {state.conflict && (
        <ConflictDialog
          mine={keeper.asSaved(form.getValues())}
          theirs={state.conflict}
          onClose={() => keeper.closeConflict()}
          onKeepMine={async (theirs) => finish(await keeper.overrule(theirs), theirs, false)}
          onTakeTheirs={(theirs) => {
            const values = valuesOf(theirs)
            keeper.accept(theirs, values)
            fill(values)
          }}
        />
      )}
      {leaving && (
        <LeaveDialog
          isBackedUp={state.copiedAt !== 'no room'}
          onStay={() => {
            leaving(false)
            setLeaving(undefined)
          }}
          onLeave={() => leaving(true)}
          onSave={async () => {
            const saved = await saveForm(false)
            leaving(saved)
            setLeaving(undefined)
          }}
        />
      )}
    </form>
  )
}

/** What the button does now. */
function describeNextSave(saved: Post | undefined, isPublished: boolean, publishAt: string): string {
  const isPublic = saved?.isPublished === true && !isScheduled(saved)
  if (!isPublished) return isPublic ? 'Takes the post off the site' : 'Saves a draft'
  if (isPublic) return 'Updates the live post'
  const at = publishAt === '' ? undefined : new Date(publishAt)
  return at && at > new Date() ? `Schedules for ${formatRecent(at)}` : 'Publishes now'
}

/** The form is left only when the person says so. */
function holdBack(ask: (answer: () => (answer: boolean) => void) => void): () => void {
  const letGo = blockNavigation(() => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    ask(() => resolve)
    return promise
  })
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', warn)
  return () => {
    letGo()
    removeEventListener('beforeunload', warn)
  }
}

/** Enter in a field would save and close what somebody is still writing. */
function keepEnterFromSaving(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
