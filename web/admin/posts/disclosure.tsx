import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { disclosureLine, disclosureOfPage } from '../../../content/disclosure.ts'
import {
  type DisclosureRequest,
  type DisclosureResponse,
  disclosurePreview,
} from '../../../contracts/disclosure.ts'
import { paths } from '../../../contracts/paths.ts'
import type { PostKind } from '../../../contracts/post-kinds.ts'
import type { Post } from '../../../contracts/posts.ts'
import { call } from '../../api.ts'
import { AskDialog } from '../../ui/ask-dialog.tsx'
import { callSignedIn } from '../sign-in-again.ts'
import { kindWords } from './kind-words.ts'
import type { PostValues } from './post-values.ts'

/** Asks the server which AI disclosure (the note for readers) the post would get if it were saved like this. */
function previewDisclosure(body: DisclosureRequest): Promise<DisclosureResponse> {
  return callSignedIn(() => call(disclosurePreview, { body }))
}

/** The form values that determine the disclosure */
type DisclosedValues = Pick<PostValues, 'authorType' | 'content' | 'aiActions'>

/** True if AI may have had a part in the post, so that it may need a disclosure */
function hasAi(
  { authorType, aiActions }: Omit<DisclosedValues, 'content'>,
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

/**
 * The line that readers will see. Publishing counts as a review by an editor, so `reviewedAt` is set; the line does not
 * show its value.
 */
function lineOf(disclosure: DisclosureResponse, kind: PostKind): string {
  const line = disclosureLine({ ...disclosure, reviewedAt: 'then' })
  return kind === 'page' ? disclosureOfPage(line) : line
}

type DisclosureNoteProps = {
  form: UseFormReturn<PostValues>
  kind: PostKind
  saved: Post | undefined
}

/** Shows what readers will be told about AI in the post, next to the switch that publishes the post. */
export function DisclosureNote({ form, kind, saved }: DisclosureNoteProps) {
  const [authorType, aiActions, isPublished] = useWatch({
    control: form.control,
    name: ['authorType', 'aiActions', 'isPublished'],
  })
  const isNeeded = hasAi({ authorType, aiActions }, saved)
  const { data } = useQuery({
    // The content is not part of the key: the disclosure is requested again after a save or a proposal, but not on
    // every keystroke.
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
      {isPublished ? 'Readers see:' : 'Once it is published, readers see:'} “{lineOf(data, kind)}”
    </p>
  )
}

/** Before a post with AI text goes public, asks the user to confirm what readers will be told about AI. */
export function useReview(kind: PostKind) {
  const [open, setOpen] = useState<Question>()

  /** Resolves to true if the user confirms. `isNew`: the post is not public yet. */
  async function ask(disclosure: DisclosureResponse, isNew: boolean): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setOpen({ disclosure, kind, isNew, onAnswer: resolve })
    const answer = await promise
    setOpen(undefined)
    return answer
  }

  /** True if the post may be published like this: the disclosure does not change, or the user confirms the new one. */
  async function confirmSaving(values: DisclosedValues, saved: Post | undefined): Promise<boolean> {
    if (!hasAi(values, saved)) return true
    const { authorType, content, aiActions } = values
    const next = await previewDisclosure({ id: saved?.id, authorType, content, aiActions })
    const wasPublished = saved?.isPublished ?? false
    const isKnown = wasPublished && isSameDisclosure(next, saved)
    return next.disclosure === 'human-only' || isKnown || ask(next, !wasPublished)
  }

  /** True if a saved draft may be published: it has no disclosure, or the user confirms the disclosure. */
  function confirmPublishing(post: Post): Promise<boolean> {
    return confirmSaving({ ...post, aiActions: [] }, { ...post, isPublished: false })
  }

  return { confirmSaving, confirmPublishing, dialog: open && <ReviewDialog {...open} /> }
}

type Question = {
  disclosure: DisclosureResponse
  kind: PostKind
  isNew: boolean
  onAnswer: (isConfirmed: boolean) => void
}

function ReviewDialog({ disclosure, kind, isNew, onAnswer }: Question) {
  return (
    <AskDialog
      title="What readers will see"
      yes={isNew ? 'I’ve read it. Publish' : 'I’ve read it. Update'}
      no="Not yet"
      startsAtYes
      onYes={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      <p>AI helped with this {kindWords[kind].noun}. Readers will see this below it:</p>
      <blockquote className="told-line">{lineOf(disclosure, kind)}</blockquote>
      <p>
        Have you read it all, and do you stand by it? We save your name and the time with the{' '}
        {kindWords[kind].noun}. This doesn’t show readers your name.
      </p>
    </AskDialog>
  )
}
