import { type ReactNode, useState } from 'react'
import type { PictureField } from '../../../../core/contract/site-content/fields.ts'
import { OutsideForm } from '../../../../core/web/editing/outside-form.tsx'
import { SmallButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { AdminPictures } from '../../../media/web/admin/admin-pictures.tsx'
import { PictureDialog } from '../../../media/web/pictures/lazy-picture-dialog.ts'
import { type ControlProps, idOf, messageKey } from './field-path.ts'

type PictureControlProps = ControlProps<PictureField, string> & {
  /** Called instead of `onChange` when a picture is chosen */
  onChoose?: (address: string) => void
  /** A description that fits whatever is uploaded */
  alt?: string
  /** The picture as the page shows it, and settings of it */
  children?: ReactNode
}

/** One of the site's pictures, chosen from Media or uploaded */
export function PictureControl({
  field,
  value,
  path,
  messages,
  onChange,
  onChoose,
  alt,
  children = <img className="chosen-picture" src={value} alt="" />,
}: PictureControlProps) {
  const [isChoosing, setChoosing] = useState(false)
  const message = messages[messageKey(path)]
  const name = field.label.toLowerCase()
  return (
    <fieldset className="field-group" id={idOf(path)} tabIndex={-1}>
      <legend>{field.label}</legend>
      {field.help && <p className="field-hint">{field.help}</p>}
      {value !== '' && children}
      <p className="form-actions">
        <SmallButton onClick={() => setChoosing(true)}>
          {value === '' ? `Choose a ${name}` : `Change the ${name}`}
        </SmallButton>
        {value !== '' && <TextButton onClick={() => onChange('')}>Remove the {name}</TextButton>}
      </p>
      {message && <p className="field-error">{message}</p>}
      {isChoosing && (
        <OutsideForm>
          <AdminPictures>
            <PictureDialog
              withLibrary
              button="Use image"
              alt={alt}
              onPicture={({ src }) => (onChoose ?? onChange)(src)}
              onClose={() => setChoosing(false)}
            />
          </AdminPictures>
        </OutsideForm>
      )}
    </fieldset>
  )
}
