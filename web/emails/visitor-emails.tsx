import { Action, type EmailTemplate } from './email-template.tsx'

/**
 * Does not include any text that the visitor typed, because the address may belong to someone else and the email could
 * be abused to send them a message.
 */
export const confirmSubscription: EmailTemplate<{ link: string }> = {
  subject: ({ site }) => `Please confirm: the newsletter from ${site.name}`,
  why: () => 'You’re getting this because someone signed this address up for our newsletter.',
  Body: ({ site, link }) => (
    <>
      <h1>One last step</h1>
      <p>
        Someone, hopefully you, signed up for the newsletter from {site.name} with this address. Open the page
        and click the button there, and you’re subscribed.
      </p>
      <Action href={link}>Confirm my address</Action>
      <p>If this wasn’t you, ignore this email. You won’t hear from us again.</p>
    </>
  ),
}

/**
 * Does not include any text that the visitor typed, because the address may belong to someone else and the email could
 * be abused to send them a message.
 */
export const planQuestions: EmailTemplate<{ link: string }> = {
  subject: ({ site }) => `Help us plan your training: ${site.name}`,
  why: () => 'You’re getting this because someone joined our training waitlist with this address.',
  Body: ({ site, link }) => (
    <>
      <h1>Help us plan</h1>
      <p>
        Someone, hopefully you, joined the waitlist for on-site training from {site.name}. If you like, tell
        us where you are and when you have time. It takes a minute and helps us find a day that works.
      </p>
      <Action href={link}>Help us plan</Action>
      <p>You don’t have to. You’re on the list either way. If this wasn’t you, ignore this email.</p>
    </>
  ),
}
