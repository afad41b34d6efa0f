import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { formatRecent } from '../../../../core/contract/format-date.ts'
import { may } from '../../../../core/contract/roles.ts'
import { getCurrentUser, useCurrentUser } from '../../../../core/web/admin/current-user.ts'
import { ConflictDialog } from '../../../../core/web/editing/record/conflict-dialog.tsx'
import type { EditState } from '../../../../core/web/editing/record/record-edit.ts'
import { RestoreNotice } from '../../../../core/web/editing/record/restore-notice.tsx'
import { useEditedForm } from '../../../../core/web/editing/record/use-edited-form.ts'
import { SmallButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { Form } from '../../../../core/web/ui/form.tsx'
import { keepEnterFromSubmitting } from '../../../../core/web/ui/keep-enter-from-submitting.ts'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { useSaveShortcut } from '../../../../core/web/ui/save-shortcut.ts'
import type { PostKind } from '../../contract/post-kinds.ts'
import { postRefusal } from '../../contract/post-rights.ts'
import { type Post, type PostRequest, postMessages } from '../../contract/posts.ts'
import type { EditorHandle } from '../editor/editor-handle.ts'
import { AiProposal, type Proposal } from './ai-proposal.tsx'
import { ContentField } from './content-field.tsx'
import { describeForm } from './describe-post.ts'
import { kindWords } from './kind-words.ts'
import { LeaveQuestion } from './leave-question.tsx'
import { takeNewForm } from './new-form.ts'
import type { PostAutosave } from './post-autosave.ts'
import { PostFormActions } from './post-form-actions.tsx'
import { PostPanel } from './post-panel.tsx'
import { type PostAction, type PostActionProps, PostToolsContext } from './post-tools.ts'
import { isPublic, newPostValues, type PostValues, valuesOf } from './post-values.ts'
import { PreviewLink } from './preview-link.tsx'
import { SavedNotice } from './saved-notice.tsx'
import { TitleField } from './title-field.tsx'
import { type Filled, useProposals } from './use-proposals.ts'
import { useSaving } from './use-saving.ts'

export type PostFormProps = {
  /** Undefined for a new post */
  post: Post | undefined
  kind: PostKind
  /** Element at the top of the screen into which the form renders its buttons */
  actions: HTMLElement | null
  onCreated: (post: Post) => void
}

/** The form of a post, or of a page of the office's own. The form state and the text editor hold the text; the autosave keeps it from being lost. */
export function PostForm({ post, kind, actions, onCreated }: PostFormProps) {
  const [start] = useState(() =>
    post ? valuesOf(post) : { ...newPostValues, author: getCurrentUser().defaultAuthor },
  )
  const form = useForm<PostValues>({ defaultValues: start })
  const editor = useRef<EditorHandle>(null)
  const saving = useSaving({ post, kind }, form, editor, onCreated)
  const { autosave, state, save } = saving
  const proposals = useProposals({ form, kind }, autosave, fill)
  const isEditing = post !== undefined
  const { Preview, actions: added } = use(PostToolsContext)
  const [previewed, setPreviewed] = useState<PostRequest>()
  const [justSaved, setJustSaved] = useState<Post>()

  function fill(values: Partial<PostValues>) {
    form.setValues(values)
    if (values.content !== undefined) editor.current?.setContent(values.content)
  }

  const read = () => autosave.request(form.getValues())

  useSaveShortcut(() => void save({ thenReset: false }))
  useEditedForm(form, autosave, fill)
  useStart(isEditing, form, proposals.take, setJustSaved)

  return (
    <Form
      id="post-form"
      className="post-form"
      onSubmit={() => void saving.submit()}
      onKeyDown={keepEnterFromSubmitting}
    >
      <PostFormActions
        place={actions}
        kind={kind}
        form={form}
        state={state}
        isEditing={isEditing}
        onPreview={() => setPreviewed(read())}
      >
        {kind === 'post' &&
          added.map((action) => (
            <AddedAction
              key={action.label(false)}
              action={action}
              isPublic={isPublic(state.saved)}
              publishAt={form.getValues('publishAt')}
              read={read}
              publish={saving.publish}
            />
          ))}
      </PostFormActions>
      {previewed && (
        <Preview
          title={previewed.title?.trim() || kindWords[kind].noun}
          request={previewed}
          links={post && <SharedPreview post={post} />}
          onClose={() => setPreviewed(undefined)}
        />
      )}
      <div className="post-page">
        <h1 className="sr-only">{kindWords[kind][isEditing ? 'edit' : 'create']}</h1>
        <SaveProblem
          problem={saving.problem}
          kind={kind}
          state={state}
          onSaveAsDraft={saving.saveAsDraft}
          onSaveAsNewDraft={saving.saveAsNewDraft}
        />
        {justSaved && (
          <SavedNotice
            post={justSaved}
            onClose={() => {
              setJustSaved(undefined)
              form.setFocus('title')
            }}
          />
        )}
        {/* Hidden once a new form has been saved as a post, because the offered copies belong to other new posts. */}
        {state.saved?.id === post?.id && (
          <RestoreNotice edit={autosave} what="text" onDone={() => form.setFocus('title')} />
        )}
        {proposals.filled && (
          <FilledNotice
            kind={kind}
            filled={proposals.filled}
            onUndo={proposals.undoFilled}
            onClose={proposals.closeFilled}
          />
        )}
        <TitleField form={form} onEnter={() => editor.current?.focus()} proposals={proposals} />
        <ContentField form={form} editor={editor} initial={start.content} proposals={proposals} />
      </div>
      <PostPanel form={form} kind={kind} autosave={autosave} proposals={proposals} />
      {proposals.open && (
        <AiProposal
          kind={kind}
          before={form.getValues()}
          proposal={proposals.open}
          onClose={proposals.close}
          onAccept={proposals.accept}
        />
      )}
      {saving.reviewDialog}
      {state.conflict && (
        <PostConflict autosave={autosave} theirs={state.conflict.theirs} onKeep={saving.keepMine} />
      )}
      <LeaveQuestion
        isDirty={state.dirty}
        isBackedUp={state.copiedAt !== 'no room'}
        save={() => save({ thenReset: false })}
      />
    </Form>
  )
}

type AddedActionProps = Pick<PostActionProps, 'isPublic' | 'publishAt' | 'publish'> & {
  action: PostAction
  read: () => PostRequest
}

function AddedAction({ action: { rights, label, Dialog }, read, ...props }: AddedActionProps) {
  const user = useCurrentUser()
  const [post, setPost] = useState<PostRequest>()
  const [isLoaded, setLoaded] = useState(false)
  if (!rights.every((right) => may(user, right))) return null
  const title = label(props.isPublic)
  return (
    <>
      <SmallButton
        onClick={() => {
          setLoaded(true)
          setPost(read())
        }}
      >
        {title}
      </SmallButton>
      {isLoaded && <Dialog {...props} title={title} post={post} onClose={() => setPost(undefined)} />}
    </>
  )
}

type PostConflictProps = { autosave: PostAutosave; theirs: Post; onKeep: () => void }

function PostConflict({ autosave, theirs, onKeep }: PostConflictProps) {
  const { kind, updatedAt } = theirs
  return (
    <ConflictDialog
      edit={autosave}
      title={`Two versions of this ${kindWords[kind].noun}`}
      lead={`${postMessages.stale(kind)} Theirs is from ${formatRecent(updatedAt)}. Your version isn’t lost. Choose which one to keep. Theirs stays in Version history.`}
      describe={(values: PostValues) => describeForm(kind, values)}
      copyLabel="Copy my text"
      onKeep={onKeep}
      onTake={() => autosave.takeTheirs()}
    />
  )
}

type SaveProblemProps = {
  problem: string
  kind: PostKind
  state: EditState<object, unknown>
  /** Set if the user may save the text only as a draft */
  onSaveAsDraft: (() => void) | undefined
  /** Set if the user may no longer change the post, but may write another one */
  onSaveAsNewDraft: (() => void) | undefined
}

function SaveProblem({ problem, kind, state, onSaveAsDraft, onSaveAsNewDraft }: SaveProblemProps) {
  const refusal = state.dirty && state.refused ? `${kindWords[kind].saveFailed} ${state.problem}` : ''
  if (!problem && !refusal) return null
  return (
    // Does not take the focus, because a user who saved with a shortcut may still be typing.
    <Notice tone="problem" autoFocus={false}>
      <p>{problem || refusal}</p>
      {onSaveAsDraft && <SmallButton onClick={onSaveAsDraft}>Save as a draft</SmallButton>}
      {onSaveAsNewDraft && <SmallButton onClick={onSaveAsNewDraft}>Save as a new draft</SmallButton>}
    </Notice>
  )
}

type FilledNoticeProps = { kind: PostKind; filled: Filled; onUndo: () => void; onClose: () => void }

/** Says which empty fields were filled in with AI text. */
function FilledNotice({ kind, filled, onUndo, onClose }: FilledNoticeProps) {
  const { excerptLabel } = kindWords[kind]
  const names = Object.keys(filled.values).map((name) =>
    name === 'excerpt' ? excerptLabel.toLowerCase() : name,
  )
  return (
    <Notice tone="success">
      <p>
        Filled in: {names.join(', ')}. {filled.note} <TextButton onClick={onUndo}>Undo</TextButton>{' '}
        <TextButton onClick={onClose}>OK</TextButton>
      </p>
      {filled.otherTitle && (
        <p>
          Another title: <q dir="auto">{filled.otherTitle.title}</q>{' '}
          <TextButton onClick={filled.otherTitle.use}>Use it</TextButton>
        </p>
      )}
    </Notice>
  )
}

function SharedPreview({ post }: { post: Post }) {
  const refusal = postRefusal('share', useCurrentUser(), post)
  return refusal ? <p className="field-hint">{refusal}</p> : <PreviewLink postId={post.id} />
}

/** Focuses a form that was opened with `openNewForm`, and takes what was passed to it. */
function useStart(
  isEditing: boolean,
  form: UseFormReturn<PostValues>,
  take: (proposal: Proposal) => void,
  setJustSaved: (post: Post | undefined) => void,
) {
  const start = useEffectEvent(() => {
    const opened = isEditing ? undefined : takeNewForm()
    if (!opened) return
    form.setFocus('title')
    if (opened.proposal) take(opened.proposal)
    setJustSaved(opened.saved)
  })
  useEffect(() => start(), [])
}
