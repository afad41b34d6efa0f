import { Action, Heading, type Letter, Paragraph } from './letter.tsx'

/** To an address that nobody has confirmed: it holds no word of the person who typed it. */
export const confirmSubscription: Letter<{ link: string }> = {
  subject: ({ site }) => `Please confirm: newsletter of ${site.name}`,
  why: () => 'You get this because somebody gave this address for our newsletter.',
  Body: ({ site, link }) => (
    <>
      <Heading>One last step</Heading>
      <Paragraph>
        Somebody, we hope you, asked for the newsletter of {site.name} at this address. Open the page and
        press the button there, and you are on the list.
      </Paragraph>
      <Action href={link}>Confirm my address</Action>
      <Paragraph>If that was not you, do nothing: without the button nothing more comes.</Paragraph>
    </>
  ),
}
