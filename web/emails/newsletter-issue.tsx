import { Action, type EmailTemplate } from './email-template.tsx'

type IssueProps = { title: string; author: string; html: string; postUrl: string; manageUrl: string }

/** A newsletter issue: a post, sent as an email */
export const newsletterIssue: EmailTemplate<IssueProps> = {
  subject: ({ title }) => title,
  why: ({ site, manageUrl }) => (
    <>
      You’re getting this because you subscribed to the newsletter from {site.name}.{' '}
      <a href={manageUrl}>Change email frequency or unsubscribe</a>
    </>
  ),
  Body: ({ title, author, html, postUrl }) => (
    <>
      <h1>{title}</h1>
      <p className="label">By {author}</p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized when it was saved (server/posts/rendering/sanitize.ts) */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
      <Action href={postUrl}>Read it on our site</Action>
    </>
  ),
}
