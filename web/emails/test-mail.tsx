import type { EmailTemplate } from './email-template.tsx'

export const testMail: EmailTemplate<{ askedBy: string }> = {
  subject: ({ site }) => `Test email from ${site.name}`,
  why: ({ askedBy }) => `You’re getting this because ${askedBy} sent a test email to this address.`,
  Body: () => (
    <>
      <h1>It works</h1>
      <p>
        Your site can send email. If this landed in spam, see SPF, DKIM, and DMARC under Settings &gt; Email.
      </p>
    </>
  ),
}
