import { Action, type EmailTemplate } from './email-template.tsx'

export const accountLocked: EmailTemplate<{ username: string; minutes: number; url: string }> = {
  subject: ({ site }) => `Someone is guessing a password at ${site.name}`,
  why: ({ site }) => `You’re getting this because notifications for ${site.name} go to this address.`,
  Body: ({ username, minutes, url }) => (
    <>
      <h1>Wrong passwords for {username}</h1>
      <p>
        Someone entered five wrong passwords or codes for this account. No one got in. Browsers that have
        never signed in to it are turned away for up to {minutes} minutes at a time while the guessing
        continues. Browsers that have signed in before still work.
      </p>
      <p>
        If that was you, you don’t need to do anything. If not, make sure the password is long and that only
        you know it.
      </p>
      <Action href={url}>Change the password</Action>
    </>
  ),
}
