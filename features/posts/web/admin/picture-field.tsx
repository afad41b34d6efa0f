import { type ReactNode, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { OutsideForm } from '../../../../core/web/editing/outside-form.tsx'
import { SmallButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { InputField } from '../../../../core/web/ui/field.tsx'
import { PictureDialog } from '../../../media/web/pictures/lazy-picture-dialog.ts'
import type { PostKind } from '../../contract/post-kinds.ts'
import { postLimits } from '../../contract/posts.ts'
import { kindWords } from './kind-words.ts'
import type { PostValues } from './post-values.ts'

/** The picture, which readers see above the text, and in the list of posts */
export function PictureField({ form, kind }: { form: UseFormReturn<PostValues>; kind: PostKind }) {
  const src = form.watch('imageUrl')
  return (
    <PictureChoice
      legend="Image"
      hint={kindWords[kind].pictureHint}
      alt={`Shown above the ${kindWords[kind].noun}`}
      src={src}
      onChange={(chosen) => form.setValue('imageUrl', chosen)}
    >
      {src !== '' && (
        <InputField
          label="Caption"
          hint="Optional. Shown below the image."
          maxLength={postLimits.imageCaption}
          {...form.register('imageCaption')}
        />
      )}
    </PictureChoice>
  )
}

type PictureChoiceProps = {
  legend: string
  /** Shown while no picture is chosen */
  hint: string
  alt: string
  /** Empty if no picture is chosen */
  src: string
  /** `alt` describes a picture that was chosen. */
  onChange: (src: string, alt?: string) => void
  children?: ReactNode
}

/** Lets the user choose a picture of Media for a field of a post. */
export function PictureChoice({ legend, hint, alt, src, onChange, children }: PictureChoiceProps) {
  const [choosing, setChoosing] = useState(false)
  const what = legend.toLowerCase()
  return (
    <fieldset className="picture-field">
      <legend>{legend}</legend>
      {src === '' ? <p className="field-hint">{hint}</p> : <img src={src} alt={alt} />}
      <p className="form-actions">
        <SmallButton onClick={() => setChoosing(true)}>
          {src === '' ? `Choose ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}` : `Change ${what}`}
        </SmallButton>
        {src !== '' && <TextButton onClick={() => onChange('')}>Remove {what}</TextButton>}
      </p>
      {children}
      {choosing && (
        <OutsideForm>
          <PictureDialog
            withLibrary
            button="Use image"
            onPicture={(picture) => onChange(picture.src, picture.alt)}
            onClose={() => setChoosing(false)}
          />
        </OutsideForm>
      )}
    </fieldset>
  )
}
