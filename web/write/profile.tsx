import { useState } from 'react'
import { inviteLimits } from '../../contracts/invites.ts'
import { PictureDialog } from '../editing/pictures/picture-dialog.tsx'
import { InputField, TextField } from '../ui/field.tsx'
import type { RoomKeeper } from './room-keeper.ts'

export const nameFieldId = 'guest-name'

/** What readers see of the guest. */
export function Profile({ keeper }: { keeper: RoomKeeper }) {
  const [choosing, setChoosing] = useState(false)
  const [photo, setPhoto] = useState(keeper.values.photoUrl)
  const choose = (src: string) => {
    setPhoto(src)
    keeper.change({ photoUrl: src })
  }
  return (
    <section aria-labelledby="profile-title" className="room-profile">
      <h2 id="profile-title">About you</h2>
      <InputField
        label="Your name *"
        id={nameFieldId}
        required
        autoComplete="name"
        maxLength={inviteLimits.name}
        hint="The way readers will see it."
        defaultValue={keeper.values.name}
        onChange={(event) => keeper.change({ name: event.currentTarget.value })}
      />
      <TextField
        label="Short bio"
        maxLength={inviteLimits.bio}
        hint="Optional. Who you are and what you do, in a sentence or two."
        defaultValue={keeper.values.bio}
        onChange={(event) => keeper.change({ bio: event.currentTarget.value })}
      />
      <fieldset className="picture-field">
        <legend>Your photo</legend>
        {photo === '' ? (
          <p className="field-hint">Optional. Shown next to your name.</p>
        ) : (
          <img src={photo} alt="You, as readers see it" className="room-photo" />
        )}
        <p className="form-actions">
          <button type="button" className="btn btn-quiet btn-small" onClick={() => setChoosing(true)}>
            {photo === '' ? 'Add a photo' : 'Change photo'}
          </button>
          {photo !== '' && (
            <button type="button" className="text-button" onClick={() => choose('')}>
              Remove photo
            </button>
          )}
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
