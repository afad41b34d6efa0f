import { type EmailTemplate, Heading, Paragraph } from './email-template.tsx'

export const testMail: EmailTemplate<{ askedBy: string }> = {
  subject: ({ site }) => `Test email from ${site.name}`,
  why: ({ askedBy }) => `You’re getting this because ${askedBy} sent a test email to this address.`,
  Body: () => (
    <>
      <Heading>It works</Heading>
      <Paragraph>
        Your site can send email. If this landed in spam, see SPF, DKIM, and DMARC under Settings &gt; Email.
      </Paragraph>
    </>
  ),
}
