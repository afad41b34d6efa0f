import { roomDays } from '../../contracts/invites.ts'
import { Action, Answers, type EmailTemplate, Heading, Paragraph, Quote } from './email-template.tsx'

type ToGuest = {
  /** Empty if unknown. */
  name: string
}

/** Every email to a guest with a writing room has its link. */
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
      <Heading>Would you write for us?</Heading>
      <Greeting name={name} />
      <Paragraph>We’d like you to write a guest post for {site.name}.</Paragraph>
      <Answers rows={[['Suggested topic', topic]]} />
      {message && <Quote>{message}</Quote>}
      {due && <Paragraph>We’d love to have your draft by {due}.</Paragraph>}
      <Action href={link}>See the details and reply</Action>
      <Paragraph>This link is just for you. It works until {answerBy}. No account needed.</Paragraph>
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
      <Heading>Your writing page</Heading>
      <Greeting name={name} />
      <Paragraph>
        Here’s the link to your draft for {site.name}. Use it anytime you want to come back.
        {due && ` We’d love to have your draft by ${due}.`}
      </Paragraph>
      <Action href={link}>{openRoom}</Action>
      <Paragraph>
        {keepPrivate}
        {isNewLink && ' Older links no longer work.'}
      </Paragraph>
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
      <Heading>{hasComments ? 'Comments on your draft' : 'Changes to your draft'}</Heading>
      <Greeting name={name} />
      <Paragraph>
        {hasComments
          ? 'We’ve read your draft and left comments on your writing page.'
          : 'We’ve read your draft and have some changes to suggest.'}
      </Paragraph>
      {message && <Quote>{message}</Quote>}
      <Paragraph>Open your writing page, make your changes, and submit it again.</Paragraph>
      <Action href={link}>{openRoom}</Action>
      <Paragraph>
        {keepPrivate} If the link doesn’t work, <a href={lostLink}>ask for a new one</a>.
      </Paragraph>
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
      <Heading>Your post is live</Heading>
      <Greeting name={name} />
      <Paragraph>
        It’s published: “{title}”. Thank you for writing it.
        {isEdited && ' We made some changes to your draft before we published it.'}
      </Paragraph>
      <Action href={postUrl}>Read your post</Action>
      <Paragraph>Your writing page stays open for {roomDays} days if you want to look back.</Paragraph>
      <Action href={link}>{openRoom}</Action>
    </>
  ),
}

/** Notifies the editor of a guest's action. */
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
      <Heading>{title}</Heading>
      <Answers rows={[['Topic', topic]]} />
      <Paragraph>{advice}</Paragraph>
      <Action href={url}>{button}</Action>
    </>
  ),
}

function writing({ site }: { site: { name: string } }): string {
  return `You’re getting this because you’re writing for ${site.name}.`
}

function Greeting({ name }: ToGuest) {
  return <Paragraph>{name === '' ? 'Hello,' : `Hello ${name},`}</Paragraph>
}
