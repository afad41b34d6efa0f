import { Action, Answers, type EmailTemplate } from './email-template.tsx'

/** Tells a trainer what a client answered, or about a booked day. */
export const trainerNotice: EmailTemplate<{
  title: string
  text: string
  /** Labels and facts. Empty ones are left out. */
  rows: [label: string, text: string][]
  button: string
  url: string
}> = {
  subject: ({ title }) => title,
  why: ({ site }) =>
    `You’re getting this because you give trainings at ${site.name}, or its notifications go to this address.`,
  Body: ({ title, text, rows, button, url }) => (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      <Answers rows={rows.filter(([, fact]) => fact !== '')} />
      <Action href={url}>{button}</Action>
    </>
  ),
}
