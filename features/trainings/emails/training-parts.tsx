import { Facts } from '../../../core/emails/email-template.tsx'

/** Facts about a training, as texts. Empty ones are left out. */
export type TrainingFacts = {
  place: string
  isOnline: boolean
  topics: string[]
  trainerName: string
  /** A second trainer or a helper */
  helper: string
  price: string
  /** Where to pay */
  payUrl: string
  terms: string
  /** Preparations for the client */
  prepare: string
  /** Titles and addresses of files and posts, one per line */
  material?: string
}

type TrainingDetailsProps = { when: [label: string, text: string]; facts: TrainingFacts }

export function TrainingDetails({ when, facts }: TrainingDetailsProps) {
  const { place, isOnline, topics, trainerName, helper, price, payUrl, terms, prepare, material = '' } = facts
  return (
    <Facts
      rows={[
        when,
        ['Where', isOnline ? ['Online', place].filter(Boolean).join('\n') : place],
        ['Topics', topics.join(', ')],
        ['Your trainer', trainerName],
        ['Also there', helper],
        ['Price', price],
        ['Pay at', payUrl],
        ['Please prepare', prepare],
        ['Material', material],
        ['Terms', terms],
      ]}
    />
  )
}

export function Greeting({ name }: { name: string }) {
  if (name === '') return <p>Hello,</p>
  return (
    <p>
      Hello <bdi>{name}</bdi>,
    </p>
  )
}
