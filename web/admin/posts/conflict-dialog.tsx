import { formatRecent } from '../../../contracts/format-date.ts'
import { type Post, postMessages } from '../../../contracts/posts.ts'
import { textOfHtml } from '../../editing/html-text.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { ComparedPost } from './compared-post.tsx'
import type { PostValues } from './post-values.ts'

type ConflictDialogProps = {
  mine: PostValues
  theirs: Post
  onClose: () => void
  onKeepMine: (theirs: Post) => void
  onTakeTheirs: (theirs: Post) => void
}

/** Someone else saved the post in the meantime. Nothing changes until the person chooses. */
export function ConflictDialog({ mine, theirs, onClose, onKeepMine, onTakeTheirs }: ConflictDialogProps) {
  return (
    <Modal title="Two versions of this post" wide onClose={onClose}>
      <p>
        {postMessages.stale} Theirs is from {formatRecent(theirs.updatedAt)}. Your version isn’t lost. Choose
        which one to keep. Theirs stays in Version history.
      </p>
      <ScrollRegion label="The two versions">
        <ComparedPost names={['Theirs', 'Yours']} before={theirs} after={mine} />
      </ScrollRegion>
      <div className="form-actions">
        <button type="button" className="btn" onClick={() => onKeepMine(theirs)}>
          Keep mine
        </button>
        <button type="button" className="btn btn-quiet" onClick={() => onTakeTheirs(theirs)}>
          Use theirs
        </button>
        <CopyButton label="Copy my text" text={() => `${mine.title}\n\n${textOfHtml(mine.content)}`} />
      </div>
    </Modal>
  )
}
