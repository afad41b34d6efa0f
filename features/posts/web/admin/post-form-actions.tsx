import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { formatRecent, timeOf } from '../../../../core/contract/format-date.ts'
import type { EditState } from '../../../../core/web/editing/record/record-edit.ts'
import { SaveState } from '../../../../core/web/editing/save-state.tsx'
import { Button, SmallButton } from '../../../../core/web/ui/button.tsx'
import type { PostKind } from '../../contract/post-kinds.ts'
import type { Post } from '../../contract/posts.ts'
import { kindWords } from './kind-words.ts'
import { leaveForm } from './new-form.ts'
import { isPublic, type PostValues } from './post-values.ts'

type PostFormActionsProps = {
  place: HTMLElement | null
  kind: PostKind
  form: UseFormReturn<PostValues>
  state: EditState<PostValues, Post | undefined>
  isEditing: boolean
  onPreview: () => void
  /** Buttons of other features */
  children: ReactNode
}

/** The save state and the buttons of the form, rendered at the top of the screen */
export function PostFormActions({
  place,
  kind,
  form,
  state,
  isEditing,
  onPreview,
  children,
}: PostFormActionsProps) {
  const [isPublished, publishAt] = useWatch({ control: form.control, name: ['isPublished', 'publishAt'] })
  const { saved } = state
  const words = kindWords[kind]
  const next = nextSave(saved, isPublished, publishAt)
  const label = kind === 'page' ? pageLabels[next] : isEditing ? 'Update Post' : 'Save Post'
  if (!place) return null
  return createPortal(
    <>
      <div className="save-words">
        <SaveState
          trouble={describeTrouble(state)}
          calm={describeState(
            state,
            isEditing ? '' : `New ${words.noun}`,
            !isPublished && !saved?.isPublished,
          )}
        />
        <p className="save-hint" id="save-hint">
          {label} {describeNextSave(next, words.noun, publishAt)}
        </p>
      </div>
      {isEditing && <SmallButton onClick={() => void leaveForm(kind)}>Cancel Edit</SmallButton>}
      <SmallButton onClick={onPreview}>Preview</SmallButton>
      {children}
      <Button type="submit" form="post-form" className="btn btn-small" aria-describedby="save-hint">
        {label}
      </Button>
    </>,
    place,
  )
}

type NextSave = 'unpublish' | 'draft' | 'update' | 'schedule' | 'publish'

/** Labels of the save button for a page. Those for a post are the specification's. */
const pageLabels: Record<NextSave, string> = {
  unpublish: 'Unpublish page',
  draft: 'Save draft',
  update: 'Update page',
  schedule: 'Schedule page',
  publish: 'Publish page',
}

/** What the save button would do with the current values */
function nextSave(saved: Post | undefined, isPublished: boolean, publishAt: string): NextSave {
  if (!isPublished) return isPublic(saved) ? 'unpublish' : 'draft'
  if (isPublic(saved)) return 'update'
  return publishAt !== '' && timeOf(publishAt) > new Date() ? 'schedule' : 'publish'
}

/** In words that follow the label */
function describeNextSave(next: NextSave, noun: string, publishAt: string): string {
  switch (next) {
    case 'unpublish':
      return `takes the ${noun} off the site`
    case 'draft':
      return 'saves a draft'
    case 'update':
      return `changes the live ${noun}`
    case 'schedule':
      return `schedules this for ${formatRecent(timeOf(publishAt))}`
    case 'publish':
      return 'publishes this now'
  }
}

function describeTrouble({ saving, dirty, problem, copiedAt }: EditState<object, unknown>): string {
  if (saving || !dirty) return ''
  if (problem && !navigator.onLine) return 'Not saved: you’re offline'
  if (problem) return 'Not saved'
  if (copiedAt === 'no room') return 'Couldn’t back up on this device (storage is full). Please save.'
  return ''
}

function describeState(
  { saving, dirty, savedAt, copiedAt }: EditState<object, unknown>,
  unsaved: string,
  willAutosave: boolean,
): string {
  if (saving) return 'Saving...'
  if (dirty && !willAutosave && copiedAt instanceof Date)
    return `Not saved yet. Backed up on this device ${formatRecent(copiedAt)}`
  if (dirty) return 'Not saved yet'
  if (savedAt) return `Saved ${formatRecent(savedAt)}`
  return unsaved
}
