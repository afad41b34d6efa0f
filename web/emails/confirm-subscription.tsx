import { Action, Heading, type Letter, Paragraph } from './email-template.tsx'

/** To an address that no one has confirmed: it holds no word of the person who typed it. */
export const confirmSubscription: Letter<{ link: string }> = {
  subject: ({ site }) => `Please confirm: the newsletter from ${site.name}`,
  why: () => 'You’re getting this because someone signed this address up for our newsletter.',
  Body: ({ site, link }) => (
    <>
      <Heading>One last step</Heading>
      <Paragraph>
        Someone, hopefully you, signed up for the newsletter from {site.name} with this address. Open the page
        and click the button there, and you’re subscribed.
      </Paragraph>
      <Action href={link}>Confirm my address</Action>
      <Paragraph>If this wasn’t you, ignore this email. You won’t hear from us again.</Paragraph>
    </>
  ),
}
