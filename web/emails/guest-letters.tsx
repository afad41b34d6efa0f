import { roomDays } from '../../contracts/invites.ts'
import { Action, Answers, Heading, type Letter, Paragraph, Quote } from './letter.tsx'

type ToGuest = {
  /** Empty where we do not know it. */
  name: string
}

/** The invitation itself. */
export const guestInvitation: Letter<
  ToGuest & { topic: string; message: string; due: string; answerBy: string; link: string }
> = {
  subject: ({ site }) => `Would you write for ${site.name}?`,
  why: ({ site }) => `You get this because somebody at ${site.name} invites you to write.`,
  Body: ({ site, name, topic, message, due, answerBy, link }) => (
    <>
      <Heading>Would you write for us?</Heading>
      <Greeting name={name} />
      <Paragraph>We would like you to write a guest post for {site.name}.</Paragraph>
      <Answers rows={[['The topic we have in mind', topic]]} />
      {message && <Quote>{message}</Quote>}
      {due && <Paragraph>It would be good to have your text by {due}.</Paragraph>}
      <Action href={link}>Read more, and say yes or no</Action>
      <Paragraph>The link is for you alone. It works until {answerBy}. You need no account.</Paragraph>
    </>
  ),
}

/** The way into the writing room. */
export const guestRoom: Letter<ToGuest & { due: string; link: string }> = {
  subject: ({ site }) => `Your writing room at ${site.name}`,
  why: ({ site }) => `You get this because you are writing for ${site.name}.`,
  Body: ({ site, name, due, link }) => (
    <>
      <Heading>Your writing room</Heading>
      <Greeting name={name} />
      <Paragraph>
        This link leads to your text for {site.name}, today and whenever you come back.
        {due && ` It would be good to have it by ${due}.`}
      </Paragraph>
      <Action href={link}>Open your writing room</Action>
      <Paragraph>
        It is for you alone: whoever has it can write in your name. An older link no longer works.
      </Paragraph>
    </>
  ),
}

export const guestChanges: Letter<ToGuest & { message: string; hasComments: boolean; lostLink: string }> = {
  subject: ({ site }) => `Comments on your text for ${site.name}`,
  why: ({ site }) => `You get this because you are writing for ${site.name}.`,
  Body: ({ name, message, hasComments, lostLink }) => (
    <>
      <Heading>Comments on your text</Heading>
      <Greeting name={name} />
      <Paragraph>
        {hasComments
          ? 'We have read your text and left comments in your writing room.'
          : 'We have read your text and would like you to change something.'}{' '}
        You can do that in your writing room, and hand it in again.
      </Paragraph>
      {message && <Quote>{message}</Quote>}
      <Paragraph>
        The link to your room is in an earlier mail. If you have lost it,{' '}
        <a href={lostLink}>ask for a new one</a>.
      </Paragraph>
    </>
  ),
}

export const guestPublished: Letter<ToGuest & { title: string; postUrl: string }> = {
  subject: ({ site }) => `Your text is live at ${site.name}`,
  why: ({ site }) => `You get this because you have written for ${site.name}.`,
  Body: ({ name, title, postUrl }) => (
    <>
      <Heading>Your text is live</Heading>
      <Greeting name={name} />
      <Paragraph>Everybody can read “{title}” now. Thank you for writing it.</Paragraph>
      <Action href={postUrl}>Read it</Action>
      <Paragraph>Your writing room stays open for {roomDays} days, to look back.</Paragraph>
    </>
  ),
}

/** Tells the editor what a guest has done. */
export const guestNotice: Letter<{
  title: string
  topic: string
  advice: string
  button: string
  url: string
}> = {
  subject: ({ title }) => title,
  why: ({ site }) => `You get this because notices of ${site.name} go to this address.`,
  Body: ({ title, topic, advice, button, url }) => (
    <>
      <Heading>{title}</Heading>
      <Answers rows={[['Topic', topic]]} />
      <Paragraph>{advice}</Paragraph>
      <Action href={url}>{button}</Action>
    </>
  ),
}

function Greeting({ name }: ToGuest) {
  return <Paragraph>{name === '' ? 'Hello,' : `Hello ${name},`}</Paragraph>
}
