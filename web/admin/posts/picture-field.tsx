import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { PostKind } from '../../../contracts/post-kinds.ts'
import { postLimits } from '../../../contracts/posts.ts'
import { OutsideForm } from '../../editing/outside-form.tsx'
import { PictureDialog } from '../../editing/pictures/picture-dialog.tsx'
import { SmallButton, TextButton } from '../../ui/button.tsx'
import { InputField } from '../../ui/field.tsx'
import { kindWords } from './kind-words.ts'
import type { PostValues } from './post-values.ts'

type PictureFieldProps = { form: UseFormReturn<PostValues>; kind: PostKind }

/** The picture, which readers see above the text, and in the list of posts */
export function PictureField({ form, kind }: PictureFieldProps) {
  const [choosing, setChoosing] = useState(false)
  const src = form.watch('imageUrl')
  return (
    <fieldset className="picture-field">
      <legend>Image</legend>
      {src === '' ? (
        <p className="field-hint">{kindWords[kind].pictureHint}</p>
      ) : (
        <img src={src} alt={`Shown above the ${kindWords[kind].noun}`} />
      )}
      <p className="form-actions">
        <SmallButton onClick={() => setChoosing(true)}>
          {src === '' ? 'Choose an image' : 'Change image'}
        </SmallButton>
        {src !== '' && <TextButton onClick={() => form.setValue('imageUrl', '')}>Remove image</TextButton>}
      </p>
      {src !== '' && (
        <InputField
          label="Caption"
          hint="Optional. Shown below the image."
          maxLength={postLimits.imageCaption}
          {...form.register('imageCaption')}
        />
      )}
      {choosing && (
        <OutsideForm>
          <PictureDialog
            withLibrary
            button="Use image"
            onPicture={(picture) => form.setValue('imageUrl', picture.src)}
            onClose={() => setChoosing(false)}
          />
        </OutsideForm>
      )}
    </fieldset>
  )
}
