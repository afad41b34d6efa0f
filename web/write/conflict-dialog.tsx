import type { WritingRoom } from '../../contracts/invites.ts'
import { ComparedField } from '../editing/compared-field.tsx'
import { textOfHtml } from '../editing/html-text.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Modal } from '../ui/modal.tsx'
import { ScrollRegion } from '../ui/scroll-region.tsx'
import type { RoomKeeper } from './room-keeper.ts'

/** The text was changed elsewhere meanwhile. Nothing is decided before the guest does. */
export function ConflictDialog({ keeper, theirs }: { keeper: RoomKeeper; theirs: WritingRoom }) {
  const mine = keeper.values
  const mineText = `${mine.title}\n\n${textOfHtml(mine.content)}`
  const theirText = `${theirs.text?.title ?? ''}\n\n${textOfHtml(theirs.text?.content ?? '')}`
  return (
    <Modal title="Two versions of your draft" wide onClose={() => keeper.postpone()}>
      <p>
        {theirs.isOpen
          ? 'This draft was changed after you opened it, either by the editor or by you in another window. Choose which version to keep.'
          : 'Your draft is with the editor now, so these changes can’t be saved. Copy them, and send them to the editor if they matter.'}
      </p>
      <ScrollRegion label="The two versions">
        <ComparedField label="Draft" names={['Theirs', 'Yours']} before={theirText} after={mineText} />
      </ScrollRegion>
      <div className="form-actions">
        {theirs.isOpen && (
          <button type="button" className="btn" onClick={() => void keeper.overrule()}>
            Keep mine
          </button>
        )}
        <button type="button" className="btn btn-quiet" onClick={() => keeper.take()}>
          {theirs.isOpen ? 'Use theirs' : 'See the current version'}
        </button>
        <CopyButton label="Copy my version" text={() => mineText} />
      </div>
    </Modal>
  )
}
