import { Heading, type Letter, Paragraph } from './letter.tsx'

export const testMail: Letter<{ askedBy: string }> = {
  subject: ({ site }) => `Test mail from ${site.name}`,
  why: ({ askedBy }) => `You get this because ${askedBy} asked for a test mail to this address.`,
  Body: () => (
    <>
      <Heading>It works</Heading>
      <Paragraph>
        This mail left your site and arrived here. If it lies in the spam folder, look at SPF, DKIM and DMARC
        under Settings, Mail.
      </Paragraph>
    </>
  ),
}
