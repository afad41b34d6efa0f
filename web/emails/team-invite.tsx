import { Action, type EmailTemplate } from './email-template.tsx'

export const teamInvite: EmailTemplate<{ name: string; invitedBy: string; until: string; link: string }> = {
  subject: ({ site, invitedBy }) => `${invitedBy} invited you to the team of ${site.name}`,
  why: ({ site }) => `You’re getting this because someone at ${site.name} invited you to their team.`,
  Body: ({ site, name, invitedBy, until, link }) => (
    <>
      <h1>Join the team of {site.name}</h1>
      <p>Hello {name},</p>
      <p>
        {invitedBy} invited you to work on {site.name}. Open the link to choose a username and a password.
      </p>
      <Action href={link}>Create your account</Action>
      <p>The link is just for you. It works once, until {until}.</p>
    </>
  ),
}
