import { Action, type EmailTemplate } from '../../../core/emails/email-template.tsx'
import { sayInvited } from '../contract/team.ts'

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

export const passwordLink: EmailTemplate<{ name: string; username: string; minutes: number; link: string }> =
  {
    subject: ({ site }) => `A new password for ${site.name}`,
    why: ({ site }) =>
      `You’re getting this because someone asked for a new password for your account at ${site.name}.`,
    Body: ({ name, username, minutes, link }) => (
      <>
        <h1>Choose a new password</h1>
        <p>Hello {name},</p>
        <p>
          Someone asked for a new password for your account {username}. If it was you, open the link. If not,
          you don’t need to do anything.
        </p>
        <Action href={link}>Choose a new password</Action>
        <p>The link is just for you. It works once, for {minutes} minutes.</p>
      </>
    ),
  }

export const teamInvite: EmailTemplate<{ name: string; invitedBy: string; until: string; link: string }> = {
  subject: ({ site, invitedBy }) => `${sayInvited(invitedBy)} to the team of ${site.name}`,
  why: ({ site }) => `You’re getting this because someone at ${site.name} invited you to their team.`,
  Body: ({ site, name, invitedBy, until, link }) => (
    <>
      <h1>Join the team of {site.name}</h1>
      <p>Hello {name},</p>
      <p>
        {sayInvited(invitedBy)} to work on {site.name}. Open the link to choose a username and a password.
      </p>
      <Action href={link}>Create your account</Action>
      <p>The link is just for you. It works once, until {until}.</p>
    </>
  ),
}

type Listed = typeof import('./account-emails.tsx')
declare module '../../../core/emails/email-template.tsx' {
  interface Emails extends Listed {}
}
