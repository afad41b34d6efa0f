import { Action, type EmailTemplate, Heading, Paragraph } from './email-template.tsx'

/** Contains nothing that the visitor typed, because the address may belong to someone else. */
export const confirmSubscription: EmailTemplate<{ link: string }> = {
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
