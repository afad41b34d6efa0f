import { createContext, type ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { PostRequest } from '../../contract/posts.ts'
import type { PostValues } from './post-values.ts'
import type { Proposals } from './use-proposals.ts'

/** Adds a button to a field of the post form, and something below the field. */
export type UseTool = (
  form: UseFormReturn<PostValues>,
  proposals: Proposals,
) => { button?: ReactNode; below?: ReactNode }

const useNone: UseTool = () => ({})

export type PostPreviewProps = {
  title: string
  request: PostRequest
  /** Links that show the post to people without an account */
  links: ReactNode
  onClose: () => void
}

/** What other features add to the form: tools for its fields, and the page as visitors will see it */
export const PostToolsContext = createContext({
  useTitle: useNone,
  useContent: useNone,
  useExcerpt: useNone,
  Preview: (_: PostPreviewProps): ReactNode => null,
})
