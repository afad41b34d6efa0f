import { Action, Answers, Heading, type Letter } from './email-template.tsx'

export type Lead = {
  /** What happened: `Ann joined the waitlist`. */
  title: string
  /** What was filled in: label and answer. */
  answers: [string, string][]
}

/** Tells the owner that somebody wrote. */
export const leadNotice: Letter<Lead & { peopleUrl: string }> = {
  subject: ({ title }) => title,
  why: ({ site }) =>
    `You’re getting this because notifications of new entries at ${site.name} go to this address.`,
  Body: ({ title, answers, peopleUrl }) => (
    <>
      <Heading>{title}</Heading>
      <Answers rows={answers} />
      <Action href={peopleUrl}>Open the list</Action>
    </>
  ),
}
