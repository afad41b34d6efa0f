import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { disclosureLine } from '../../../content/disclosure.ts'
import {
  type DisclosureRequest,
  type DisclosureResponse,
  disclosurePreview,
} from '../../../contracts/disclosure.ts'
import { paths } from '../../../contracts/paths.ts'
import type { Post } from '../../../contracts/posts.ts'
import { call } from '../../api.ts'
import { Button, QuietButton } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { callSignedIn } from '../sign-in-again.ts'
import type { PostValues } from './post-values.ts'

/** Computes the disclosure of a post that would be saved like this. */
function previewDisclosure(body: DisclosureRequest): Promise<DisclosureResponse> {
  return callSignedIn(() => call(disclosurePreview, { body }))
}

/** True if the post may have a disclosure. */
function hasAi(
  { authorType, aiActions }: Pick<PostValues, 'authorType' | 'aiActions'>,
  saved: Post | undefined,
): boolean {
  return (
    authorType === 'ai' ||
    aiActions.some(({ applied }) => applied !== 'none') ||
    (saved !== undefined && saved.disclosure !== 'human-only')
  )
}

function isSameDisclosure(next: DisclosureResponse, saved: Post | undefined): boolean {
  return next.disclosure === saved?.disclosure && String(next.aiFields) === String(saved.aiFields)
}

/** The line that readers will see: publishing confirms that an editor has read the post. */
const lineOf = (disclosure: DisclosureResponse) => disclosureLine({ ...disclosure, reviewedAt: 'then' })

type DisclosureNoteProps = { form: UseFormReturn<PostValues>; saved: Post | undefined }

/** Shows what readers are told about AI, next to the switch that publishes the post. */
export function DisclosureNote({ form, saved }: DisclosureNoteProps) {
  const [authorType, aiActions, isPublished] = useWatch({
    control: form.control,
    name: ['authorType', 'aiActions', 'isPublished'],
  })
  const isNeeded = hasAi({ authorType, aiActions }, saved)
  const { data } = useQuery({
    // Requested again when something is saved or applied, not on every keystroke.
    queryKey: [paths.api.disclosure, saved?.id, saved?.version, authorType, aiActions],
    queryFn: () =>
      previewDisclosure({ id: saved?.id, authorType, content: form.getValues('content'), aiActions }),
    enabled: isNeeded,
    placeholderData: (before) => before,
    gcTime: 0,
  })
  if (!isNeeded || !data || data.disclosure === 'human-only') return null
  return (
    <p className="disclosure-note" role="status">
      {isPublished ? 'Readers see:' : 'Once it is published, readers see:'} “{lineOf(data)}”
    </p>
  )
}

/** Asks the user who publishes a post with AI in it to confirm what readers will be told. */
export function useReview() {
  const [open, setOpen] = useState<Question>()

  /** Resolves to true if the user confirms. `isNew`: readers have not seen this disclosure yet. */
  async function ask(disclosure: DisclosureResponse, isNew: boolean): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setOpen({ disclosure, isNew, onAnswer: resolve })
    const answer = await promise
    setOpen(undefined)
    return answer
  }

  /** True if a published post may be saved like this: readers are told nothing new, or the user confirms it. */
  async function confirmSaving(values: PostValues, saved: Post | undefined): Promise<boolean> {
    if (!hasAi(values, saved)) return true
    const { authorType, content, aiActions } = values
    const next = await previewDisclosure({ id: saved?.id, authorType, content, aiActions })
    const wasPublished = saved?.isPublished ?? false
    const isKnown = wasPublished && isSameDisclosure(next, saved)
    return next.disclosure === 'human-only' || isKnown || ask(next, !wasPublished)
  }

  /** True if a post may be published as it is saved: it has no disclosure, or the user confirms it. */
  async function confirmPublishing(post: Post): Promise<boolean> {
    const { id, authorType, content } = post
    if (!hasAi({ authorType, aiActions: [] }, post)) return true
    const next = await call(disclosurePreview, { body: { id, authorType, content, aiActions: [] } })
    return next.disclosure === 'human-only' || ask(next, true)
  }

  return { confirmSaving, confirmPublishing, dialog: open && <ReviewDialog {...open} /> }
}

type Question = {
  disclosure: DisclosureResponse
  isNew: boolean
  onAnswer: (isConfirmed: boolean) => void
}

function ReviewDialog({ disclosure, isNew, onAnswer }: Question) {
  const confirmButton = useRef<HTMLButtonElement>(null)
  return (
    <Modal title="What readers will see" onClose={() => onAnswer(false)} first={confirmButton}>
      <p>AI helped with this post. Readers will see this below it:</p>
      <blockquote className="told-line">{lineOf(disclosure)}</blockquote>
      <p>
        Have you read it all, and do you stand by it? We save your name and the time with the post. Readers
        won’t see your name.
      </p>
      <div className="form-actions">
        <Button ref={confirmButton} onClick={() => onAnswer(true)}>
          {isNew ? 'I’ve read it. Publish' : 'I’ve read it. Update'}
        </Button>
        <QuietButton onClick={() => onAnswer(false)}>Not yet</QuietButton>
      </div>
    </Modal>
  )
}
