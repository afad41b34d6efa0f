import { Action, type EmailTemplate, Paragraphs } from '../../../core/emails/email-template.tsx'

type IssueProps = {
  subject: string
  firstLine: string
  /** Plain text above the post, or the whole issue */
  words: string
  post: PostInEmail | undefined
  manageUrl: string
}

type PostInEmail = {
  title: string
  author: string
  html: string
  url: string
  /** A picture that every email app can show */
  picture: { src: string; width: number; height: number; alt: string } | undefined
}

/** A newsletter issue: a post, words of the office, or both */
export const newsletterIssue: EmailTemplate<IssueProps> = {
  subject: ({ subject }) => subject,
  firstLine: ({ firstLine }) => firstLine,
  why: ({ site, manageUrl }) => (
    <>
      You’re getting this because you subscribed to the newsletter from {site.name}.{' '}
      <a href={manageUrl}>Change email frequency or unsubscribe</a>
    </>
  ),
  Body: ({ subject, words, post }) => (
    <>
      {!post && <h1>{subject}</h1>}
      {words !== '' && <Paragraphs of={words} />}
      {post && <PostPart {...post} />}
    </>
  ),
}

const PostPart = ({ title, author, html, url, picture }: PostInEmail) => (
  <>
    <h1>{title}</h1>
    <p className="label">By {author}</p>
    {picture && (
      <p>
        <img {...picture} alt={picture.alt} />
      </p>
    )}
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when it was saved (features/posts/server/rendering/sanitize.ts) */}
    <div dangerouslySetInnerHTML={{ __html: html }} />
    <Action href={url}>Read it on our site</Action>
  </>
)

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

type Listed = typeof import('./newsletter-emails.tsx')
declare module '../../../core/emails/email-template.tsx' {
  interface Emails extends Listed {}
}
