import { type RefObject, useState } from 'react'
import { SmallButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { InputField, TextField } from '../../../../core/web/ui/field.tsx'
import { PictureDialog } from '../../../media/web/pictures/picture-dialog.tsx'
import { inviteLimits } from '../../contract/invites.ts'
import type { RoomAutosave } from './room-autosave.ts'

type ProfileProps = { autosave: RoomAutosave; nameRef: RefObject<HTMLInputElement | null> }

/** Fields for the name, bio, and photo that readers see next to the guest's post */
export function Profile({ autosave, nameRef }: ProfileProps) {
  const [choosing, setChoosing] = useState(false)
  const [photo, setPhoto] = useState(autosave.values.photoUrl)
  const choose = (src: string) => {
    setPhoto(src)
    autosave.edit({ photoUrl: src })
  }
  return (
    <section aria-labelledby="profile-title" className="room-profile">
      <h2 id="profile-title">About you</h2>
      <InputField
        label="Your name *"
        required
        autoComplete="name"
        maxLength={inviteLimits.name}
        hint="The way readers will see it."
        ref={nameRef}
        defaultValue={autosave.values.name}
        onChange={(event) => autosave.edit({ name: event.currentTarget.value })}
      />
      <TextField
        label="Short bio"
        maxLength={inviteLimits.bio}
        hint="Optional. Who you are and what you do, in a sentence or two."
        defaultValue={autosave.values.bio}
        onChange={(event) => autosave.edit({ bio: event.currentTarget.value })}
      />
      <fieldset className="picture-field">
        <legend>Your photo</legend>
        {photo === '' ? (
          <p className="field-hint">Optional. Shown next to your name.</p>
        ) : (
          <img src={photo} alt="You, as readers see it" className="room-photo" />
        )}
        <p className="form-actions">
          <SmallButton onClick={() => setChoosing(true)}>
            {photo === '' ? 'Add a photo' : 'Change photo'}
          </SmallButton>
          {photo !== '' && <TextButton onClick={() => choose('')}>Remove photo</TextButton>}
        </p>
      </fieldset>
      {choosing && (
        <PictureDialog
          withLibrary={false}
          button="Use photo"
          onPicture={(picture) => choose(picture.src)}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  )
}
