import { type ReactNode, useRef } from 'react'
import { OutsideForm } from '../../../../core/web/editing/outside-form.tsx'
import { Modal } from '../../../../core/web/ui/modal.tsx'
import { AltForm } from './alt-form.tsx'

type EditPictureDialogProps = {
  picture: { src: string; alt: string }
  busy?: boolean
  onSave: (alt: string) => void
  onClose: () => void
  /** More buttons, shown next to Save */
  children?: ReactNode
}

/** Changes the description of an existing picture. */
export function EditPictureDialog({
  picture,
  busy = false,
  onSave,
  onClose,
  children,
}: EditPictureDialogProps) {
  const first = useRef<HTMLTextAreaElement>(null)
  return (
    <OutsideForm>
      <Modal title="Image details" onClose={onClose} first={first} wide>
        <div className="describe-picture">
          <div className="describe-preview">
            <img src={picture.src} alt="" />
          </div>
          <AltForm initial={picture.alt} first={first} button="Save" busy={busy} onSubmit={onSave}>
            {children}
          </AltForm>
        </div>
      </Modal>
    </OutsideForm>
  )
}
