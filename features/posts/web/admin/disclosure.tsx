import { useState } from 'react'
import { callSignedIn } from '../../../../core/web/admin/repeated-requests.ts'
import { call } from '../../../../core/web/api.ts'
import { AskDialog } from '../../../../core/web/ui/ask-dialog.tsx'
import {
  type DisclosureRequest,
  type DisclosureResponse,
  disclosurePreview,
  isByAi,
} from '../../contract/disclosure.ts'
import type { PostKind } from '../../contract/post-kinds.ts'
import type { Post, PostRequest } from '../../contract/posts.ts'
import { disclosureLine, disclosureOfPage } from '../../words/disclosure.ts'
import { kindWords } from './kind-words.ts'
import type { PostValues } from './post-values.ts'

/** Asks the server which AI disclosure (the note for readers) the post would get if it were saved like this. */
export function previewDisclosure(body: DisclosureRequest): Promise<DisclosureResponse> {
  return callSignedIn(() => call(disclosurePreview, { body }))
}

/** The form values that determine the disclosure */
type DisclosedValues = Pick<PostValues, 'authorType' | 'title' | 'content' | 'aiActions'>

/** True if AI may have had a part in the post, so that it may need a disclosure */
export function hasAi(
  { authorType, aiActions }: Pick<DisclosedValues, 'authorType' | 'aiActions'>,
  saved: Post | undefined,
): boolean {
  return (
    authorType === 'ai' ||
    aiActions.some(({ applied }) => applied !== 'none') ||
    (saved !== undefined && isByAi(saved.disclosure))
  )
}

/** True if the user is asked for a review before this version becomes public. */
const needsReview = (next: DisclosureResponse, saved: Post | undefined) =>
  isByAi(next.disclosure) && (next.changesAi || !saved?.isPublished)

/** The line that readers will see. It does not show the value of `reviewedAt`. */
export function lineOf(next: DisclosureResponse, kind: PostKind, saved: Post | undefined): string {
  const line = disclosureLine({ ...next, reviewedAt: needsReview(next, saved) ? 'then' : saved?.reviewedAt })
  return kind === 'page' ? disclosureOfPage(line) : line
}

/** What the save reports about the question; undefined if the user wants no save */
type Answer = Pick<PostRequest, 'reviewed'> | undefined

/** Before AI text goes public, asks the user whether they have read it, and shows what readers will be told. */
export function useReview(kind: PostKind) {
  const [open, setOpen] = useState<Question>()

  async function ask(next: DisclosureResponse, saved: Post | undefined): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setOpen({ line: lineOf(next, kind, saved), kind, isNew: !saved?.isPublished, onAnswer: resolve })
    const isConfirmed = await promise
    setOpen(undefined)
    return isConfirmed ? { reviewed: true } : undefined
  }

  /** Asks before the values become public, unless AI's part stays as it is in the public version. */
  async function confirmSaving(values: DisclosedValues, saved: Post | undefined): Promise<Answer> {
    if (!hasAi(values, saved)) return {}
    const { authorType, title, content, aiActions } = values
    const next = await previewDisclosure({ id: saved?.id, authorType, title, content, aiActions })
    return needsReview(next, saved) ? ask(next, saved) : {}
  }

  /** Asks before a saved draft becomes public. */
  function confirmPublishing(post: Post): Promise<Answer> {
    return confirmSaving({ ...post, aiActions: [] }, { ...post, isPublished: false })
  }

  return { confirmSaving, confirmPublishing, dialog: open && <ReviewDialog {...open} /> }
}

type Question = {
  line: string
  kind: PostKind
  /** True if the post is not public yet */
  isNew: boolean
  onAnswer: (isConfirmed: boolean) => void
}

function ReviewDialog({ line, kind, isNew, onAnswer }: Question) {
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
      <blockquote className="told-line">{line}</blockquote>
      <p>
        Have you read it all, and do you stand by it? We save your name and the time with the{' '}
        {kindWords[kind].noun}. This doesn’t show readers your name.
      </p>
    </AskDialog>
  )
}
