import { Action, Answers, type EmailTemplate, Quote } from '../../../core/emails/email-template.tsx'
import { roomDays } from '../contract/invites.ts'

type ToGuest = {
  /** Name of the guest; empty if unknown */
  name: string
}

/** For guests who have a writing room (the page where they write). `link` opens it. */
type ToWriter = ToGuest & { link: string }

const openRoom = 'Open your writing page'
const keepPrivate = 'Keep it private: anyone with this link can write as you.'

export const guestInvitation: EmailTemplate<
  ToGuest & { topic: string; message: string; due: string; answerBy: string; link: string }
> = {
  subject: ({ site }) => `Would you write for ${site.name}?`,
  why: ({ site }) => `You’re getting this because someone at ${site.name} invited you to write.`,
  Body: ({ site, name, topic, message, due, answerBy, link }) => (
    <>
      <h1>Would you write for us?</h1>
      <Greeting name={name} />
      <p>We’d like you to write a guest post for {site.name}.</p>
      <Answers rows={[['Suggested topic', topic]]} />
      {message && <Quote>{message}</Quote>}
      {due && <p>We’d love to have your draft by {due}.</p>}
      <Action href={link}>See the details and reply</Action>
      <p>This link is just for you. It works until {answerBy}. No account needed.</p>
    </>
  ),
}

export const guestRoom: EmailTemplate<
  ToWriter & {
    due: string
    /** True if earlier links no longer work */
    isNewLink: boolean
  }
> = {
  subject: ({ site }) => `Your writing page at ${site.name}`,
  why: writing,
  Body: ({ site, name, due, link, isNewLink }) => (
    <>
      <h1>Your writing page</h1>
      <Greeting name={name} />
      <p>
        Here’s the link to your draft for {site.name}. Use it anytime you want to come back.
        {due && ` We’d love to have your draft by ${due}.`}
      </p>
      <Action href={link}>{openRoom}</Action>
      <p>
        {keepPrivate}
        {isNewLink && ' Older links no longer work.'}
      </p>
    </>
  ),
}

export const guestChanges: EmailTemplate<
  ToWriter & { message: string; hasComments: boolean; lostLink: string }
> = {
  subject: ({ site, hasComments }) =>
    hasComments ? `Comments on your draft for ${site.name}` : `Changes to your draft for ${site.name}`,
  why: writing,
  Body: ({ name, message, hasComments, link, lostLink }) => (
    <>
      <h1>{hasComments ? 'Comments on your draft' : 'Changes to your draft'}</h1>
      <Greeting name={name} />
      <p>
        {hasComments
          ? 'We’ve read your draft and left comments on your writing page.'
          : 'We’ve read your draft and have some changes to suggest.'}
      </p>
      {message && <Quote>{message}</Quote>}
      <p>Open your writing page, make your changes, and submit it again.</p>
      <Action href={link}>{openRoom}</Action>
      <p>
        {keepPrivate} If the link doesn’t work, <a href={lostLink}>ask for a new one</a>.
      </p>
    </>
  ),
}

export const guestPublished: EmailTemplate<
  ToWriter & {
    title: string
    postUrl: string
    /** True if the editor changed the text after the guest submitted it */
    isEdited: boolean
  }
> = {
  subject: ({ site }) => `Your post is live at ${site.name}`,
  why: ({ site }) => `You’re getting this because you wrote for ${site.name}.`,
  Body: ({ name, title, postUrl, isEdited, link }) => (
    <>
      <h1>Your post is live</h1>
      <Greeting name={name} />
      <p>
        It’s published: “{title}”. Thank you for writing it.
        {isEdited && ' We made some changes to your draft before we published it.'}
      </p>
      <Action href={postUrl}>Read your post</Action>
      <p>Your writing page stays open for {roomDays} days if you want to look back.</p>
      <Action href={link}>{openRoom}</Action>
    </>
  ),
}

/** Tells the editor what a guest did, such as accepting an invitation or submitting a draft. */
export const guestNotice: EmailTemplate<{
  title: string
  topic: string
  advice: string
  button: string
  url: string
}> = {
  subject: ({ title }) => title,
  why: ({ site }) => `You’re getting this because notifications for ${site.name} go to this address.`,
  Body: ({ title, topic, advice, button, url }) => (
    <>
      <h1>{title}</h1>
      <Answers rows={[['Topic', topic]]} />
      <p>{advice}</p>
      <Action href={url}>{button}</Action>
    </>
  ),
}

function writing({ site }: { site: { name: string } }): string {
  return `You’re getting this because you’re writing for ${site.name}.`
}

function Greeting({ name }: ToGuest) {
  return <p>{name === '' ? 'Hello,' : `Hello ${name},`}</p>
}

type Listed = typeof import('./guest-emails.tsx')
declare module '../../../core/emails/email-template.tsx' {
  interface Emails extends Listed {}
}
