import { type RefObject, use } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { lazyPart } from '../../../../core/web/ui/lazy-part.tsx'
import type { EditorHandle } from '../editor/editor-handle.ts'
import { PostToolsContext } from './post-tools.ts'
import type { PostValues } from './post-values.ts'
import type { Proposals } from './use-proposals.ts'

const PostEditor = lazyPart(() => import('../editor/post-editor.tsx'), 'PostEditor', <EditorSkeleton />)

type ContentFieldProps = {
  form: UseFormReturn<PostValues>
  editor: RefObject<EditorHandle | null>
  initial: string
  proposals: Proposals
}

export function ContentField({ form, editor, initial, proposals }: ContentFieldProps) {
  const { button, below } = use(PostToolsContext).useContent(form, proposals)
  const { tools, below: belowTools } = use(PostToolsContext).useEditorTools(form, editor)
  return (
    <>
      <PostEditor
        ref={editor}
        // The form may have gotten other content while the text editor's code was loading, for example from a
        // proposal.
        initial={() => form.getValues('content') || initial}
        onChange={(content) => form.setValue('content', content)}
        {...(tools && { tools })}
      >
        {button}
      </PostEditor>
      {belowTools}
      {below}
    </>
  )
}

function EditorSkeleton() {
  return (
    <div className="editor-skeleton">
      <p className="sr-only">Opening the editor...</p>
      <div className="skeleton skeleton-bar" />
      <div className="skeleton skeleton-text" />
    </div>
  )
}
