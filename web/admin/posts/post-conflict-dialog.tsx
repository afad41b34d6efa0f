import { formatRecent } from '../../../contracts/format-date.ts'
import { type Post, postMessages } from '../../../contracts/posts.ts'
import { ConflictDialog, describeVersion } from '../../editing/conflict-dialog.tsx'
import { ComparedPost } from './compared-post.tsx'
import { kindWords } from './kind-words.ts'
import type { PostAutosave } from './post-autosave.ts'

type PostConflictDialogProps = {
  autosave: PostAutosave
  theirs: Post
  onKeepMine: (theirs: Post) => void
}

/** Lets the editor choose between their own unsaved version (`mine`) and the version that someone else saved. */
export function PostConflictDialog({ autosave, theirs, onKeepMine }: PostConflictDialogProps) {
  const { noun } = kindWords[theirs.kind]
  const mine = autosave.asSaved(autosave.values)
  return (
    <ConflictDialog
      title={`Two versions of this ${noun}`}
      lead={`${postMessages.stale(theirs.kind)} Theirs is from ${formatRecent(theirs.updatedAt)}. Your version isn’t lost. Choose which one to keep. Theirs stays in Version history.`}
      mine={() => describeVersion(mine)}
      copyLabel="Copy my text"
      takeLabel="Use theirs"
      onClose={() => autosave.postpone({ pause: true })}
      onKeepMine={() => onKeepMine(theirs)}
      onTakeTheirs={() => autosave.acceptPost(theirs)}
    >
      <ComparedPost kind={theirs.kind} names={['Theirs', 'Yours']} before={theirs} after={mine} />
    </ConflictDialog>
  )
}
