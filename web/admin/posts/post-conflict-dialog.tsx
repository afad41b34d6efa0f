import { formatRecent } from '../../../contracts/format-date.ts'
import { type Post, postMessages } from '../../../contracts/posts.ts'
import { ConflictDialog } from '../../editing/conflict-dialog.tsx'
import { ComparedPost } from './compared-post.tsx'
import type { PostValues } from './post-values.ts'

type PostConflictDialogProps = {
  mine: PostValues
  theirs: Post
  onClose: () => void
  onKeepMine: () => void
  onTakeTheirs: () => void
}

export function PostConflictDialog({ theirs, ...props }: PostConflictDialogProps) {
  return (
    <ConflictDialog
      title="Two versions of this post"
      lead={`${postMessages.stale} Theirs is from ${formatRecent(theirs.updatedAt)}. Your version isn’t lost. Choose which one to keep. Theirs stays in Version history.`}
      copyLabel="Copy my text"
      takeLabel="Use theirs"
      {...props}
    >
      <ComparedPost names={['Theirs', 'Yours']} before={theirs} after={props.mine} />
    </ConflictDialog>
  )
}
