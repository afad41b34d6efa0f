import { inviteLimits } from '../../contracts/invites.ts'

/** Fields about the guest, shared by the forms with and without JavaScript */
export const profileFields = {
  name: {
    label: 'Your name *',
    required: true,
    autoComplete: 'name',
    maxLength: inviteLimits.name,
    hint: 'The way readers will see it.',
  },
  bio: {
    label: 'Short bio',
    maxLength: inviteLimits.bio,
    hint: 'Optional. Who you are and what you do, in a sentence or two.',
  },
} as const
