import { Action, Answers, type EmailTemplate } from './email-template.tsx'

export type Lead = {
  /** The person's action, such as `Ann joined the waitlist` */
  title: string
  /** Label and value of each field */
  answers: [string, string][]
}

/** Notifies the owner of the site about one new entry (a submitted waitlist or contact form). */
export const leadNotice: EmailTemplate<Lead & { peopleUrl: string }> = {
  subject: ({ title }) => title,
  why: ({ site }) =>
    `You’re getting this because notifications of new entries at ${site.name} go to this address.`,
  Body: ({ title, answers, peopleUrl }) => (
    <>
      <h1>{title}</h1>
      <Answers rows={answers} />
      <Action href={peopleUrl}>Open the list</Action>
    </>
  ),
}
