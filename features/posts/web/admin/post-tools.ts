import { createContext, type ReactNode, type RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { PostRequest } from '../../contract/posts.ts'
import type { EditorHandle } from '../editor/editor-handle.ts'
import type { EditorTool } from '../editor/toolbar.tsx'
import type { PostValues } from './post-values.ts'
import type { Proposals } from './use-proposals.ts'

/** Adds a button to a field of the post form, and something below the field. */
export type UseTool = (
  form: UseFormReturn<PostValues>,
  proposals: Proposals,
) => { button?: ReactNode; below?: ReactNode }

const useNone: UseTool = () => ({})

/** Adds tools to the toolbar of the text, and something below the text. */
export type UseEditorTools = (
  form: UseFormReturn<PostValues>,
  editor: RefObject<EditorHandle | null>,
) => { tools?: readonly EditorTool[]; below?: ReactNode }

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
  useEditorTools: (() => ({})) as UseEditorTools,
  Preview: (_: PostPreviewProps): ReactNode => null,
})
