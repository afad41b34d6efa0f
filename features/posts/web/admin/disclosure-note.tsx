import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { disclosurePreview, isByAi } from '../../contract/disclosure.ts'
import type { PostKind } from '../../contract/post-kinds.ts'
import type { Post } from '../../contract/posts.ts'
import { hasAi, lineOf, previewDisclosure } from './disclosure.tsx'
import type { PostValues } from './post-values.ts'

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
    // The title and the content are not part of the key: the disclosure is requested again after a save or a proposal, but not on
    // every keystroke.
    queryKey: [disclosurePreview.path, saved?.id, saved?.version, authorType, aiActions],
    queryFn: () => {
      const { title, content } = form.getValues()
      return previewDisclosure({ id: saved?.id, authorType, title, content, aiActions })
    },
    enabled: isNeeded,
    placeholderData: (before) => before,
    gcTime: 0,
  })
  if (!isNeeded || !data || !isByAi(data.disclosure)) return null
  return (
    <p className="disclosure-note" role="status">
      {isPublished ? 'Readers see:' : 'Once it is published, readers see:'} “{lineOf(data, kind, saved)}”
    </p>
  )
}
