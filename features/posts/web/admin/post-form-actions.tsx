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
          {describeNextSave(words.noun, saved, isPublished, publishAt)}
        </p>
      </div>
      {isEditing && <SmallButton onClick={() => void leaveForm(kind)}>Cancel Edit</SmallButton>}
      <SmallButton onClick={onPreview}>Preview</SmallButton>
      {children}
      <Button type="submit" form="post-form" className="btn btn-small" aria-describedby="save-hint">
        {isEditing ? words.update : words.save}
      </Button>
    </>,
    place,
  )
}

/** Describes what the save button would do with the current values. */
function describeNextSave(
  noun: string,
  saved: Post | undefined,
  isPublished: boolean,
  publishAt: string,
): string {
  if (!isPublished) return isPublic(saved) ? `Takes the ${noun} off the site` : 'Saves a draft'
  if (isPublic(saved)) return `Updates the live ${noun}`
  const time = publishAt === '' ? undefined : timeOf(publishAt)
  return time && time > new Date() ? `Schedules for ${formatRecent(time)}` : 'Publishes now'
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
