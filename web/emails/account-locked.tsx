import { Action, Heading, type Letter, Paragraph } from './letter.tsx'

export const accountLocked: Letter<{ username: string; minutes: number; url: string }> = {
  subject: ({ site }) => `Someone is guessing a password at ${site.name}`,
  why: ({ site }) => `You get this because this address gets the notifications of ${site.name}.`,
  Body: ({ username, minutes, url }) => (
    <>
      <Heading>Wrong passwords for {username}</Heading>
      <Paragraph>
        Someone entered five wrong passwords for this account. No one got in. Browsers that have never signed
        in to it are turned away for up to {minutes} minutes at a time, as long as the guessing goes on.
        Browsers that have signed in before still work.
      </Paragraph>
      <Paragraph>
        If that was you, there is nothing to do. If not, make sure that the password is long and that only you
        know it.
      </Paragraph>
      <Action href={url}>Change the password</Action>
    </>
  ),
}
