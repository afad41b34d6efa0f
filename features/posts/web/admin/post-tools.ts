import { type ComponentType, createContext, type ReactNode, type RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Right } from '../../../../core/contract/roles.ts'
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
  title: string
  isPublic: boolean
  /** Everything that is typed in the form, saved or not. Undefined while the dialog is closed. */
  post: PostRequest | undefined
  /** The local time of the site that is typed for publishing, or blank */
  publishAt: string
  /**
   * Publishes what is typed, now or at a local time of the site; what is public already is saved as it is. Returns
   * undefined if that failed, which the form explains.
   */
  publish: (publishAt: string) => Promise<Post | undefined>
  onClose: () => void
}

/** A button beside those that save a post, and the dialog that it opens */
export type PostAction = {
  rights: readonly Right[]
  /** `isPublic` is true once visitors can read the post. */
  label: (isPublic: boolean) => string
  /** Loaded when it is opened first; keeps what was typed in it. */
  Dialog: ComponentType<PostActionProps>
}

const noActions: PostAction[] = []

/** What other features add to the form of posts: tools for its fields, the page as visitors will see it, and buttons */
export const PostToolsContext = createContext({
  useTitle: useNone,
  useContent: useNone,
  useExcerpt: useNone,
  useEditorTools: (() => ({})) as UseEditorTools,
  Preview: (_: PostPreviewProps): ReactNode => null,
  actions: noActions,
})
