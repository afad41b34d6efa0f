import { type ComponentType, createContext, type ReactNode, type RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Post, PostRequest } from '../../contract/posts.ts'
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

export type PostActionProps = {
  form: UseFormReturn<PostValues>
  saved: Post | undefined
  /** Everything that is typed, saved or not */
  read: () => PostRequest
  /**
   * Publishes what is typed, now or at a local time of the site; what is public already is saved as it is. Returns
   * undefined if that failed, which the form explains.
   */
  publish: (publishAt: string) => Promise<Post | undefined>
}

const noActions: ComponentType<PostActionProps>[] = []

/** What other features add to the form of posts: tools for its fields, the page as visitors will see it, and buttons */
export const PostToolsContext = createContext({
  useTitle: useNone,
  useContent: useNone,
  useExcerpt: useNone,
  useEditorTools: (() => ({})) as UseEditorTools,
  Preview: (_: PostPreviewProps): ReactNode => null,
  actions: noActions,
})
